// The wrong requests of aliyungo 0.0~git20180921.13fa8aa, each by a public call.
//
//	aliyungo MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT
package main

import (
	"log"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/denverdino/aliyungo/oss"
)

func main() {
	// The server is the HTTP proxy, by the variable http_proxy.
	client := oss.NewOSSClient(
		oss.Hangzhou, false, "exampleAccessKeyID00", "ExampleSecret0000000000000000ab", false)
	bucket := client.Bucket("examplebucket")
	var err error
	switch os.Args[1] {
	case "subresources-not-listed":
		resize := url.Values{"x-oss-process": {"image/resize,w_100"}}
		_, err = bucket.GetWithParams("key.txt", resize)
	case "subresource-values-form-encoded":
		name := url.Values{"response-content-disposition": {`attachment; filename="a+b c.txt"`}}
		_, err = bucket.GetWithParams("key.txt", name)
	case "header-values-not-trimmed":
		_, err = bucket.GetResponseWithHeaders("key.txt", http.Header{"X-Oss-Meta-A": {"v "}})
	case "path-plus-left-bare":
		_, err = http.Get(bucket.SignedURL("a+b", time.Now().Add(time.Hour)))
	case "presign-token-left-out-signed-as-header":
		token := oss.NewOSSClientForAssumeRole(oss.Hangzhou, false, "STS.exampleAccessKeyID00",
			"ExampleSecret0000000000000000ab", "CAIS0Token", false).Bucket("examplebucket")
		_, err = http.Get(token.SignedURL("key.txt", time.Now().Add(time.Hour)))
	}
	if err != nil {
		log.Fatal(err)
	}
}
