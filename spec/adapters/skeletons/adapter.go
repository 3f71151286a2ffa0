// An adapter to copy; run it with go run. Put the call of your SDK in the place of sdkSign.
package main

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

var now = time.Now // Trap, the clock: a variable that your SDK has, or gets by go build -overlay

// In the place of your SDK: signs what has no headers, parameters or token, at now().
func sdkSign(method, bucket, key, id, secret string) (string, error) {
	if secret == "" {
		return "", fmt.Errorf("the secret is empty")
	}
	date, hash := now().UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT"), hmac.New(sha1.New, []byte(secret))
	fmt.Fprintf(hash, "%s\n\n\n%s\n/%s/%s", method, date, bucket, key)
	return "OSS " + id + ":" + base64.StdEncoding.EncodeToString(hash.Sum(nil)), nil
}

func answer(operation string, input []byte) map[string]any {
	var given struct {
		Method, Bucket, Key string
		Headers, Query      [][]string
		Time                int64
		Credentials         struct{ AccessKeyID, AccessKeySecret, SecurityToken string }
	}
	err := json.Unmarshal(input, &given) // Trap, byte strings: {"base64": "…"} is an error here
	pair, beyond := given.Credentials, len(given.Headers)+len(given.Query)+len(given.Credentials.SecurityToken)
	if err != nil || operation != `"v1.header"` || given.Bucket == "" || beyond > 0 {
		return map[string]any{"status": "unsupported"} // the SDK has no way to say it
	}
	now = func() time.Time { return time.Unix(given.Time, 0) }
	text, err := sdkSign(given.Method, given.Bucket, given.Key, pair.AccessKeyID, pair.AccessKeySecret)
	if err != nil { // an error by which your SDK refuses
		return map[string]any{"status": "rejected", "error": map[string]string{"message": err.Error()}}
	}
	return map[string]any{"status": "ok", "output": map[string]string{"authorization": text}}
}

func main() {
	lines, replies := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout) // a Scanner ends at 64 KiB
	os.Stdout = os.Stderr                                                   // Trap, noise: what the SDK prints is no reply
	sdk := map[string]string{"name": "my-sdk", "version": "0", "language": "go"}
	var r struct{ Op, Seq, Operation, Input json.RawMessage }
	for lines.Decode(&r) == nil && string(r.Op) != `"bye"` {
		reply := map[string]any{"protocol": 1, "sdk": sdk, "operations": []string{"v1.header"}}
		if string(r.Op) != `"hello"` {
			reply = answer(string(r.Operation), r.Input)
		}
		reply["seq"] = r.Seq
		_ = replies.Encode(reply) // Trap, flushing: it writes at once, without a buffer
	}
}
