#if canImport(Glibc)
  internal import Glibc
  internal import Synchronization

  /// Counts the blocks of memory that the program asks for, which `bench` tells for each operation.
  enum AllocationCount {
    fileprivate static let counter = Atomic<Int>(0)

    /// How many blocks the program has asked for so far.
    static var total: Int? { counter.load(ordering: .relaxed) }
  }

  /// Takes the place of the C library's `malloc` in this program, its libraries included: a program
  /// may define it, and `Package.swift` has the linker give this function that name too.
  ///
  /// The block comes from `realloc` of no block, which the C standard defines to be the same. That
  /// there is no block is computed from the count, which never gets that large: the compiler turns a
  /// `realloc` of a plain nil into a `malloc`, and the function would call itself.
  @c(oss_conform_malloc)
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
