// aliyungo, the other SDK in Go; V1 in headers, and its URL.
package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/denverdino/aliyungo/oss"
)

func connected() *oss.Client {
	id, secret := os.Getenv("OSS_ACCESS_KEY_ID"), os.Getenv("OSS_ACCESS_KEY_SECRET")
	client := oss.NewOSSClient(oss.Hangzhou, false, id, secret, false)
	if token := os.Getenv("OSS_SESSION_TOKEN"); token != "" {
		client = oss.NewOSSClientForAssumeRole(oss.Hangzhou, false, id, secret, token, false)
	}
	host := strings.TrimPrefix(os.Getenv("OSS_ENDPOINT"), "http://")
	client.SetEndpoint(os.Getenv("OSS_BUCKET") + "." + host)
	return client
}

func part(bucket *oss.Bucket, key string, first, last float64) (interface{}, error) {
	wanted := http.Header{"Range": {fmt.Sprintf("bytes=%d-%d", int(first), int(last))}}
	response, err := bucket.GetResponseWithHeaders(key, wanted)
	must(err)
	defer response.Body.Close()
	content := new(bytes.Buffer)
	_, err = content.ReadFrom(response.Body)
	return characters(content.Bytes()), err
}

func list(bucket *oss.Bucket, prefix string) (interface{}, error) {
	keys, marker := []string{}, ""
	for {
		page, err := bucket.List(prefix, "", marker, 2)
		must(err)
		for _, object := range page.Contents {
			keys = append(keys, object.Key)
		}
		if !page.IsTruncated {
			return keys, nil
		}
		marker = page.NextMarker
	}
}

func multipart(bucket *oss.Bucket, key string, parts []interface{}) (interface{}, error) {
	upload, err := bucket.InitMulti(key, "a/b", oss.Private, oss.Options{})
	must(err)
	for index, content := range parts {
		_, err := upload.PutPart(index+1, bytes.NewReader(octets(content)))
		must(err)
	}
	uploads, _, err := bucket.ListMulti("", "")
	must(err)
	listed, err := upload.ListParts()
	must(err)
	if len(uploads) != 1 || len(listed) != len(parts) {
		return nil, fmt.Errorf("%d uploads, %d parts", len(uploads), len(listed))
	}
	return nil, upload.Complete(listed)
}

func partCopy(bucket *oss.Bucket) (interface{}, error) {
	source := "/" + bucket.Name + "/plain.txt"
	upload, err := bucket.InitMulti("of a copy", "a/b", oss.Private, oss.Options{})
	must(err)
	_, made, err := upload.PutPartCopy(1, oss.CopyOptions{}, source)
	must(err)
	must(upload.Complete([]oss.Part{made}))
	upload, err = bucket.InitMulti("of a copy", "a/b", oss.Private, oss.Options{})
	must(err)
	return nil, upload.Abort()
}

func whole(bucket *oss.Bucket) (interface{}, error) {
	info, err := bucket.Info()
	must(err)
	location, err := bucket.Location()
	must(err)
	acl, err := bucket.ACL()
	must(err)
	exists, err := bucket.Exists("absent")
	must(err)
	found := fmt.Sprint(info.Name, location, acl.Grants, exists)
	if found != bucket.Name+"oss-cn-hangzhou[private] false" {
		return nil, fmt.Errorf("%s", found)
	}
	return nil, nil
}

func main() {
	bucket := connected().Bucket(os.Getenv("OSS_BUCKET"))
	serve(map[string]call{
		"put": func(given []interface{}) (interface{}, error) {
			return nil, bucket.Put(text(given[0]), octets(given[1]), "a/b", oss.Private, oss.Options{})
		},
		"get": func(given []interface{}) (interface{}, error) {
			content, err := bucket.Get(text(given[0]))
			return characters(content), err
		},
		"part": func(given []interface{}) (interface{}, error) {
			return part(bucket, text(given[0]), given[1].(float64), given[2].(float64))
		},
		"head": func(given []interface{}) (interface{}, error) {
			response, err := bucket.Head(text(given[0]), nil)
			must(err)
			return response.ContentLength, nil
		},
		"copy": func(given []interface{}) (interface{}, error) {
			// The caller encodes the source.
			key := strings.ReplaceAll(url.QueryEscape(text(given[0])), "+", "%20")
			source := "/" + bucket.Name + "/" + key
			_, err := bucket.PutCopy(text(given[1]), oss.Private, oss.CopyOptions{}, source)
			return nil, err
		},
		"delete": func(given []interface{}) (interface{}, error) {
			return nil, bucket.Del(text(given[0]))
		},
		"presigned_get": func(given []interface{}) (interface{}, error) {
			return bucket.SignedURL(text(given[0]), time.Now().Add(time.Minute)), nil
		},
		"list": func(given []interface{}) (interface{}, error) { return list(bucket, text(given[0])) },
		"multipart": func(given []interface{}) (interface{}, error) {
			return multipart(bucket, text(given[0]), given[1].([]interface{}))
		},
		"delete_many": func(given []interface{}) (interface{}, error) {
			objects := oss.Delete{}
			for _, key := range given[0].([]interface{}) {
				objects.Objects = append(objects.Objects, oss.Object{Key: text(key)})
			}
			return nil, bucket.DelMulti(objects)
		},
		"also_part_copy": func([]interface{}) (interface{}, error) { return partCopy(bucket) },
		"also_bucket":    func([]interface{}) (interface{}, error) { return whole(bucket) },
	})
}
