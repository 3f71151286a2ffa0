/// What answers say about objects, their parts and their uploads.
extension AnswerRule {
  static let ofObjects: [AnswerRule] = [
    AnswerRule(
      .objectName,
      codes: ["InvalidObjectName", "KeyTooLong", "KeyTooLongError", "InvalidURI"],
      phrases: ["length of object name", "object name can not be empty", "encoding must be utf-8"],
      ecs: ["0016-0000000"]),
    AnswerRule(
      "object-exists", "The object exists, and the request forbids to overwrite it.", .certain,
      codes: ["FileAlreadyExists", "ObjectAlreadyExists"],
      change: "Choose another key, or send no x-oss-forbid-overwrite: true."),
    AnswerRule(
      "object-immutable", "A retention policy of the bucket protects the object.",
      codes: ["FileImmutable"], phrases: ["object you specified is immutable"],
      change: "Wait for the end of the retention; before it the object is neither changed nor "
        + "deleted."),
    AnswerRule(
      "object-archived", "The object is archived and not restored, so OSS does not read it.",
      .certain, codes: ["InvalidObjectState"],
      phrases: ["not valid for the object's state", "not valid for the object&apos;s state"],
      ecs: ["0016-00000330", "0016-00000404"],
      change: "Call RestoreObject, wait until that is done, and read the object then; or turn on "
        + "the real-time access of archived objects for the bucket."),
    AnswerRule(
      "restore-in-progress", "The archived object is being restored already.", .certain,
      codes: ["RestoreAlreadyInProgress"], phrases: ["restore operation is in progress"],
      change: "Wait; HeadObject says in x-oss-restore when it is done."),
    AnswerRule(
      "storage-class-refused", "The storage class of the object or the bucket does not allow this.",
      codes: ["OperationNotSupported"], ecs: ["0016-00000702"],
      change: "Look at the storage class with HeadObject: only an archived object is restored, and "
        + "it is restored before it is copied."),
    AnswerRule(
      "object-not-appendable",
      "Nothing can be appended to the object, which AppendObject did not make.", .certain,
      codes: ["ObjectNotAppendable"],
      change: "Append to another key, or delete the object first."),
    AnswerRule(
      .appendPosition, .certain, codes: ["PositionNotEqualToLength"],
      phrases: ["position is not equal to file"], ecs: ["0016-0000050", "0026-00000016"],
      needs: ["append", "position"]),
    AnswerRule(
      .copySource, phrases: ["copy source must mention"],
      ecs: [
        "0012-00000202", "0012-00000203", "0016-00000304", "0016-00000305", "0016-00000307",
        "0042-00000301", "0042-00000302",
      ], needs: ["x-oss-copy-source", "x-amz-copy-source"]),
    AnswerRule(
      "symlink-target-missing", "The symbolic link points to an object that does not exist.",
      codes: ["SymlinkTargetNotExist", "InvalidTargetType"], phrases: ["symlink target"],
      ecs: ["0026-00000012"],
      change: "Ask with GetSymlink for its target, and upload that object or point it to another."),
    AnswerRule(
      "symlink-malformed", "The request for a symbolic link is no such one, or names no target.",
      codes: ["NotSymlink"], ecs: ["0043-"],
      change: "Send x-oss-symlink-target with PutSymlink; ask GetSymlink for symbolic links alone."),
    AnswerRule(
      "range-invalid", "The range that is asked for is not in the object.", codes: ["InvalidRange"],
      change: "Ask for bytes from 0 up to the length less one."),
    AnswerRule(
      "precondition-failed", "A condition of the request does not hold for the object.",
      codes: ["PreconditionFailed"],
      change: "Look at If-Match, If-None-Match, If-Modified-Since and If-Unmodified-Since, also "
        + "those of the source of a copy."),
    AnswerRule(
      "image-style-unknown", "The bucket has no image style of this name.",
      codes: ["NoSuchStyle"], phrases: ["style does not exist", "style is not exist"],
      ecs: ["0017-00000250", "0017-00000251"],
      change: "Check the name after x-oss-process=style/: letters, digits, _, - and . alone; make "
        + "the style in this bucket."),
    AnswerRule(
      "original-protected",
      "The bucket protects its images: without a signature it gives them in a style alone.",
      phrases: ["accessed using style"], ecs: ["0040-00000031"],
      change: "Ask for the image with a style, sign the request, or lift the protection of "
        + "originals."),
    AnswerRule(
      "image-refused", "OSS cannot process the image as x-oss-process asks.",
      codes: ["ImageTooLarge", "ImageDamage", "UnsupportedImageFormat", "InvalidImageFormat"],
      phrases: ["image file may be damaged", "image is too large", "image format"], ecs: ["0040-"],
      change: "Compare the parameters of x-oss-process, the format and the size of the image, and "
        + "the size of the result with the limits of image processing."),
    AnswerRule(.objectUnknown, codes: ["NoSuchVersion"]),
  ]

  static let ofUploads: [AnswerRule] = [
    AnswerRule(
      .awsChunked,
      phrases: [
        "aws-chunked", "chunkedencoding", "specified x-amz-content-sha256", "x-amz-trailer",
        "streaming-",
      ],
      ecs: ["0017-00000804"]),
    AnswerRule(
      .payloadHash, codes: ["XAmzContentSHA256Mismatch"],
      phrases: ["x-amz-content-sha256' header does not match"]),
    AnswerRule(
      "upload-unknown", "There is no unfinished upload with this upload ID.",
      codes: ["NoSuchUpload"], phrases: ["specified upload does not exist"],
      ecs: ["0042-00000203", "0017-00000244"],
      change: "Take the ID of InitiateMultipartUpload, with its bucket and key. It ends when the "
        + "upload is completed or aborted, also by a retry, another client or a lifecycle rule: "
        + "begin again, without the old checkpoint; if a callback or another step failed before, "
        + "look at that."),
    AnswerRule(
      "parts-not-sorted", "The list of parts is not sorted by part number.", .certain,
      codes: ["InvalidPartOrder"], phrases: ["list of parts was not in ascending order"],
      ecs: ["0042-00000209"],
      change: "Sort the list by part number before CompleteMultipartUpload; uploads side by side "
        + "end in any order."),
    AnswerRule(.etagHidden, phrases: ["etag of expose-headers"]),
    AnswerRule(
      .partUnknown,
      codes: ["InvalidPart", "FilePartNotExist", "FilePartInterity", "FilePartStale"],
      phrases: ["specified parts could not be found"]),
    AnswerRule(
      "part-number-wrong", "A part number is not a number from 1 to 10000.",
      phrases: ["part number must be an integer"], ecs: ["0017-00000219", "0017-00000220"],
      change: "Count parts from 1, and make them so large that there are at most 10000."),
    AnswerRule(
      "upload-too-small", "What is uploaded is smaller than allowed.", codes: ["EntityTooSmall"],
      ecs: ["0042-00000213"],
      change: "Give each part but the last at least 100 KB, and a form what the "
        + "content-length-range of its policy allows."),
    AnswerRule(
      .uploadTooLarge, codes: ["EntityTooLarge"],
      phrases: ["exceeds the maximum allowed size", "body size must be less"],
      ecs: ["0006-00000003"]),
    AnswerRule(
      "content-length-missing", "The request has a body and no Content-Length.",
      codes: ["MissingContentLength"], phrases: ["provide the content-length"],
      change: "Send Content-Length; give the HTTP client the length of a stream."),
    AnswerRule(
      "upload-interrupted", "The body did not arrive whole.",
      codes: ["IncompleteBody", "RequestTimeout"],
      phrases: ["number of bytes specified by the content-length", "socket connection to the"],
      change: "Send as many bytes as Content-Length says, without long pauses; read a stream from "
        + "its start again before a retry."),
    AnswerRule(.md5Missing, ecs: ["0016-00000606"]),
    AnswerRule(
      .md5Refused, codes: ["InvalidDigest", "BadDigest"], phrases: ["content-md5 you specified"]),
    AnswerRule(
      "lifecycle-rules-overlap",
      "Two lifecycle rules are for the same prefix, or for one that begins with the other.",
      phrases: ["same prefix in different rules", "overlap prefix", "prefix overlap"],
      ecs: ["0014-00000079", "0014-0000008"],
      change: "Give one prefix one rule that has all its actions; where prefixes overlap, let the "
        + "actions differ, and let the days grow from IA to Archive to deletion."),
    AnswerRule(
      "lifecycle-rule-without-action", "A lifecycle rule has no action.",
      phrases: ["action is missing"],
      change: "Give each rule an Expiration, a Transition or an AbortMultipartUpload, also one "
        + "that was read from the bucket and is sent back."),
    AnswerRule(.xmlMalformed, codes: ["MalformedXML"], ecs: ["0031-"]),
    AnswerRule(
      .notImplemented, codes: ["NotImplemented"],
      phrases: ["implies functionality that is not implemented"]),
  ]
}
