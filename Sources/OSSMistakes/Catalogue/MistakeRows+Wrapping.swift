extension MistakeRows {
  /// The rows that each wrap a function of the part, which they get behind its argument.
  func wrapping<Part, Input, Output>(
    _ member: any WritableKeyPath<Part, @Sendable (Input) -> Output> & Sendable
  ) -> MistakeRows<@Sendable (Input, (Input) -> Output) -> Output>
  where Change == @Sendable (inout Part) -> Void {
    by { change in
      { part in
        let former = part[keyPath: member]
        part[keyPath: member] = { change($0, former) }
      }
    }
  }

  /// The rows that each wrap a function of two arguments.
  func wrapping<Part, First, Second, Output>(
    _ member: any WritableKeyPath<Part, @Sendable (First, Second) -> Output> & Sendable
  ) -> MistakeRows<@Sendable (First, Second, (First, Second) -> Output) -> Output>
  where Change == @Sendable (inout Part) -> Void {
    by { change in
      { part in
        let former = part[keyPath: member]
        part[keyPath: member] = { change($0, $1, former) }
      }
    }
  }
}
