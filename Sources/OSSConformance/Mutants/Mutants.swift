/// The catalogue of mistakes.
public enum Mutants: Sendable {
  /// Every mutant, in the order of the specification.
  public static let all: [Mutant] =
    HashMutants.all + MD5Mutants.all + HMACMutants.all + Base64Mutants.all
    + StringToSignMutants.all + DateMutants.all + HeaderMutants.all + TokenMutants.all
    + ResourceMutants.all + SubresourceMutants.all + SignatureMutants.all + RemoteMutants.all
    + PresignMutants.all + QueryMutants.all + NamelessParameterMutants.all + LocationMutants.all
    + RefusalMutants.all
    + V2StringMutants.all + V2HeaderMutants.all + V2ResourceMutants.all + V2PresignMutants.all
    + PostMutants.all
    + LiveChannelMutants.all + CallbackParameterMutants.all + CallbackStringMutants.all
    + CallbackSignatureMutants.all + CallbackKeyMutants.all + CallbackRefusalMutants.all
    + RPCMutants.all + AssumeRoleMutants.all + AssumeRoleResponseMutants.all
    + v4
    + ErrorBodyMutants.all + ErrorRefusalMutants.all + ExplainMutants.all
    + ExpiryMutants.all + ExpiryPresignMutants.all + TokenResponseMutants.all + ClockMutants.all
    + AnswerMutants.all + DescriptionMutants.all + SignerMutants.all + ContentTypeMutants.all
    + RefreshMutants.all + observed

  /// The mistakes in V4.
  private static let v4: [Mutant] =
    V4StringMutants.all + V4RequestMutants.all + V4URIMutants.all + V4QueryMutants.all
    + V4HeaderMutants.all + V4AdditionalMutants.all + V4ScopeMutants.all + V4DateMutants.all
    + V4AuthorizationMutants.all + V4PresignMutants.all + V4RefusalMutants.all

  /// The mutant of an id, if there is one.
  public static func named(_ id: String) -> Mutant? { all.first { $0.id == id } }
}
