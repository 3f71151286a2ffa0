package import OSSCredentials
package import OSSVectors

extension FetchFailure {
  /// The failure that a script names by a reason.
  package init(_ reason: Script.Fetch.Reason) {
    switch reason {
    case .transport: self = .transport("The connection was refused.")
    case .status: self = .response(.httpStatus(500, nil))
    case .unreadable: self = .response(.notObject(member: nil))
    case .torn: self = .response(.missingMember("SecurityToken"))
    case .nothing: self = .nothingReturned
    }
  }

  /// The reason as a trace names it.
  package var reason: String {
    switch self {
    case .transport, .timedOut, .cancelled: "transport"
    case .response(.httpStatus), .response(.bodyStatus): "status"
    case .response(.expired): "expired"
    case .response(.torn), .response(.missingMember), .response(.emptyMember): "torn"
    case .response: "unreadable"
    case .nothingReturned: "nothing"
    case .expired: "expired"
    case .sameAsRejected: "rejected"
    }
  }
}
