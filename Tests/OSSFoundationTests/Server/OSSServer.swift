import TestSupport

/// An OSS that verifies signatures by an implementation of its own: `oss_server.py` says what goes
/// wrong there on purpose.
let ossServer = Result { try PythonServer("oss_server.py", beside: #filePath).url }
