#if canImport(Glibc)
  internal import Glibc
  internal import Synchronization

  /// Counts the blocks of memory that the program asks for; `bench` shows them for each operation.
  ///
  /// Only a program that was linked with the two flags below counts. `.ci/run` links such a program for
  /// `bench`; no other build needs them.
  ///
  ///     -Xlinker --defsym=malloc=oss_conform_malloc -Xlinker --export-dynamic-symbol=malloc
  enum AllocationCount {
    fileprivate static let counter = Atomic<Int>(0)

    /// How many blocks the program has asked for so far; nil if it does not count them.
    static var total: Int? {
      let count = counter.load(ordering: .relaxed)
      // A program that counts has counted its own start.
      return count == 0 ? nil : count
    }
  }

  /// Replaces the C library's `malloc` in a program that was linked with the flags above.
  ///
  /// The block comes from `realloc` of no block, which the C standard defines to be the same. That
  /// there is no block is computed from the count, which never gets that large: the compiler turns a
  /// `realloc` of a plain nil into a `malloc`, and the function would call itself.
  @_cdecl("oss_conform_malloc")
  public func countingAllocation(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    let count = AllocationCount.counter.wrappingAdd(1, ordering: .relaxed).oldValue
    return unsafe realloc(UnsafeMutableRawPointer(bitPattern: count >> 62), byteCount)
  }
#else
  /// Nothing counts the blocks of memory here.
  enum AllocationCount {
    static var total: Int? { nil }
  }
#endif
