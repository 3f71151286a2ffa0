// An adapter to copy; build it with cc adapter.c -ljansson -lcrypto. Put your SDK's call in sdk_sign.
#define _GNU_SOURCE
#include <jansson.h>
#include <openssl/hmac.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Trap, the clock: shared libraries call this time(), too; replace clock_gettime() and others likewise.
static time_t now;
time_t time(time_t *result) { return result ? *result = now : now; }

// In the place of your SDK: signs what has no headers, parameters or token, at time(); 0 is success.
static int sdk_sign(const char *method, const char *bucket, const char *key, const char *secret, char *result) {
  char date[32], text[4096];
  unsigned char code[20];
  time_t moment = time(NULL);
  strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime(&moment));
  size_t size = snprintf(text, sizeof text, "%s\n\n\n%s\n/%s/%s", method, date, bucket, key);
  if (!*secret || size >= sizeof text) return -1;
  HMAC(EVP_sha1(), secret, strlen(secret), (unsigned char *)text, size, code, NULL);
  EVP_EncodeBlock((unsigned char *)result, code, sizeof code);
  return 0;
}

static json_t *answer(json_t *input) {
  const char *method, *bucket, *key, *id, *secret;
  json_t *headers = NULL, *query = NULL, *token = NULL;
  json_int_t time; size_t size; char code[64];
  // Trap, byte strings: s refuses {"base64": "…"}; s% has the length of a text that holds U+0000.
  if (json_unpack(input, "{s:s, s:s, s:s%, s?o, s?o, s:I, s:{s:s, s:s, s?o}}", "method", &method,
      "bucket", &bucket, "key", &key, &size, "headers", &headers, "query", &query, "time", &time,
      "credentials", "accessKeyId", &id, "accessKeySecret", &secret, "securityToken", &token)
      || token || json_array_size(headers) || json_array_size(query) || strlen(key) != size)
    return json_pack("{ss}", "status", "unsupported"); // the SDK has no way to say it
  now = time;
  if (sdk_sign(method, bucket, key, secret, code)) return json_pack("{ss}", "status", "rejected");
  return json_pack("{ss, s{ss+++}}", "status", "ok", "output", "authorization", "OSS ", id, ":", code);
}

int main(void) {
  FILE *replies = fdopen(dup(1), "w");
  dup2(2, 1); // Trap, noise: what the SDK prints is no reply
  char *line = NULL;
  for (size_t room = 0, size; (size = getline(&line, &room, stdin)) != (size_t)-1;) {
    json_t *request = json_loadb(line, size, JSON_ALLOW_NUL, NULL);
    const char *op = "bye", *operation = "";
    json_unpack(request, "{s:s, s?s}", "op", &op, "operation", &operation);
    if (!strcmp(op, "bye")) break;
    json_t *reply = !strcmp(op, "hello") ? json_pack("{si, s{ss, ss, ss}, s[s], s[s]}", "protocol", 1, "sdk", "name",
            "my-sdk", "version", "0", "language", "c", "operations", "v1.header", "profiles", "signing")
        : strcmp(operation, "v1.header") ? json_pack("{ss}", "status", "unsupported")
        : answer(json_object_get(request, "input"));
    json_object_set(reply, "seq", json_object_get(request, "seq"));
    json_dumpf(reply, replies, JSON_COMPACT);
    fputc('\n', replies), fflush(replies); // Trap, flushing: a pipe is not a terminal, and has no lines
    json_decref(reply), json_decref(request);
  }
}
