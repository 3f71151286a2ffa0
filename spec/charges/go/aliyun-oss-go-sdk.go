// The wrong requests of aliyun-oss-go-sdk 1.5.0, each by a public call.
//
//	aliyun-oss-go-sdk MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT
package main

import (
	"log"
	"os"

	"github.com/aliyun/aliyun-oss-go-sdk/oss"
)

func main() {
	client, err := oss.New(os.Args[2], "exampleAccessKeyID00", "ExampleSecret0000000000000000ab")
	if err != nil {
		log.Fatal(err)
	}
	bucket, err := client.Bucket("examplebucket")
	if err != nil {
		log.Fatal(err)
	}
	switch os.Args[1] {
	case "header-values-not-trimmed":
		_, err = bucket.GetObject("key.txt", oss.Meta("a", "v "))
	}
	if err != nil {
		log.Fatal(err)
	}
}
