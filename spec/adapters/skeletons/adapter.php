<?php
// An adapter to copy; run it with php. Put the call of your SDK in the place of MySdk\sign.
namespace MySdk { // the namespace of your SDK
    // Trap, the clock: time() is looked up in this namespace first; \time() and DateTime are not.
    function time(): int { return $GLOBALS['now']; }

    // In the place of your SDK: signs what has no headers, parameters or token, at time().
    function sign(string $method, ?string $bucket, ?string $key, string $id, string $secret): array {
        if ($secret === '') throw new \InvalidArgumentException('the secret is empty');
        $date = gmdate('D, d M Y H:i:s \G\M\T', time());
        $text = "$method\n\n\n$date\n/" . ($bucket === null ? '' : "$bucket/$key");
        $code = base64_encode(hash_hmac('sha1', $text, $secret, true));
        return ['Date' => $date, 'Authorization' => "OSS $id:$code"];
    }
}

namespace {
    const HELLO = [
        'protocol' => 1, 'sdk' => ['name' => 'my-sdk', 'version' => '0', 'language' => 'php'],
        'operations' => ['v1.header'], 'profiles' => ['signing'], 'habits' => [],
    ];
    class Unsupported extends Exception {} // the SDK has no way to say what the input asks for
    // Trap, noise: what PHP and the SDK print must not be among the replies.
    ini_set('display_errors', 'stderr');
    ob_start(function (string $text) { fwrite(STDERR, $text); return ''; }, 1);

    function sign(array $given): array {
        ['credentials' => $credentials, 'time' => $GLOBALS['now']] = $given;
        if (!empty($given['headers']) || !empty($given['query']) || isset($credentials['securityToken']))
            throw new Unsupported('the SDK signs no headers, no parameters and no token');
        // Trap, byte strings: they come as {"base64": "…"}, and a string of PHP can hold them.
        $bytes = fn($text) => is_array($text) ? base64_decode($text['base64'], true) : $text;
        [$bucket, $key] = array_map($bytes, [$given['bucket'] ?? null, $given['key'] ?? null]);
        ['accessKeyId' => $id, 'accessKeySecret' => $secret] = $credentials;
        $sent = MySdk\sign($given['method'] ?? 'GET', $bucket, $key, $id, $secret);
        $headers = array_map(null, array_keys($sent), array_values($sent));
        return ['authorization' => $sent['Authorization'], 'headers' => $headers];
    }
    function answer(array $request): array {
        if ($request['op'] === 'hello') return HELLO;
        try {
            if ($request['operation'] !== 'v1.header') throw new Unsupported('not listed');
            return ['status' => 'ok', 'output' => sign($request['input'])];
        } catch (Unsupported $error) {
            return ['status' => 'unsupported', 'reason' => $error->getMessage()];
        } catch (InvalidArgumentException $error) { // those by which your SDK refuses
            return ['status' => 'rejected', 'error' => ['message' => $error->getMessage()]];
        } catch (Throwable $error) {
            return ['status' => 'failed', 'message' => (string) $error];
        }
    }

    while (($line = fgets(STDIN)) !== false) {
        $request = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
        if ($request['op'] === 'bye') break;
        $reply = json_encode(['seq' => $request['seq'] ?? null] + answer($request), JSON_THROW_ON_ERROR);
        fwrite(STDOUT, $reply . "\n"); // Trap, flushing: fwrite on STDOUT has no buffer.
    }
}
