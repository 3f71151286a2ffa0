// The Go SDK, version 1.5.0; V1 in headers.
package main

import (
	"bytes"
	"fmt"
	"io/ioutil"
	"os"

	"github.com/aliyun/aliyun-oss-go-sdk/oss"
)

func read(bucket *oss.Bucket, key string, options ...oss.Option) (interface{}, error) {
	body, err := bucket.GetObject(key, options...)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	content, err := ioutil.ReadAll(body)
	return characters(content), err
}

func list(bucket *oss.Bucket, prefix string) (interface{}, error) {
	keys, marker := []string{}, ""
	for {
		page, err := bucket.ListObjects(oss.Prefix(prefix), oss.MaxKeys(2), oss.Marker(marker))
		if err != nil {
			return nil, err
		}
		for _, object := range page.Objects {
			keys = append(keys, object.Key)
		}
		if !page.IsTruncated {
			return keys, nil
		}
		marker = page.NextMarker
	}
}

func multipart(bucket *oss.Bucket, key string, parts []interface{}) (interface{}, error) {
	upload, err := bucket.InitiateMultipartUpload(key)
	if err != nil {
		return nil, err
	}
	made := []oss.UploadPart{}
	for index, content := range parts {
		part := octets(content)
		done, err := bucket.UploadPart(upload, bytes.NewReader(part), int64(len(part)), index+1)
		if err != nil {
			return nil, err
		}
		made = append(made, done)
	}
	listed, err := bucket.ListUploadedParts(upload)
	if err != nil || len(listed.UploadedParts) != len(parts) {
		return nil, fmt.Errorf("parts %v: %v", listed.UploadedParts, err)
	}
	_, err = bucket.CompleteMultipartUpload(upload, made)
	return nil, err
}

func partCopy(bucket *oss.Bucket) (interface{}, error) {
	upload, err := bucket.InitiateMultipartUpload("of a copy")
	must(err)
	part, err := bucket.UploadPartCopy(upload, bucket.BucketName, "plain.txt", 0, 10, 1)
	must(err)
	_, err = bucket.CompleteMultipartUpload(upload, []oss.UploadPart{part})
	return nil, err
}

func file(bucket *oss.Bucket) (interface{}, error) {
	path := os.TempDir() + "/endpoint-go-client"
	must(ioutil.WriteFile(path, make([]byte, 250000), 0o600))
	defer os.Remove(path)
	must(bucket.UploadFile("file", path, 100*1024, oss.Routines(2)))
	must(bucket.CopyFile(bucket.BucketName, "file", "file copy", 100*1024))
	return nil, bucket.DownloadFile("file copy", path, 100*1024)
}

func whole(client *oss.Client, bucket *oss.Bucket) (interface{}, error) {
	name := bucket.BucketName
	info, err := client.GetBucketInfo(name)
	must(err)
	location, err := client.GetBucketLocation(name)
	must(err)
	acl, err := client.GetBucketACL(name)
	must(err)
	buckets, err := client.ListBuckets()
	must(err)
	found := fmt.Sprint(info.BucketInfo.Name, location, acl.ACL, buckets.Buckets[0].Name)
	if found != fmt.Sprint(name, "oss-cn-hangzhou", "private", name) {
		return nil, fmt.Errorf("%s", found)
	}
	return nil, client.SetBucketACL(name, oss.ACLPrivate)
}

func symlink(bucket *oss.Bucket) (interface{}, error) {
	must(bucket.PutSymlink("a link", "plain.txt"))
	found, err := bucket.GetSymlink("a link")
	if err == nil && found.Get(oss.HTTPHeaderOssSymlinkTarget) != "plain.txt" {
		return nil, fmt.Errorf("%v", found)
	}
	return nil, err
}

func metadata(bucket *oss.Bucket) (interface{}, error) {
	options := []oss.Option{oss.Meta("a", "b  c"), oss.ContentType("a/b")}
	must(bucket.PutObject("meta", bytes.NewReader(nil), options...))
	found, err := bucket.GetObjectDetailedMeta("meta")
	if err == nil && found.Get("x-oss-meta-a")+found.Get("Content-Type") != "b  ca/b" {
		return nil, fmt.Errorf("%v", found)
	}
	must(bucket.SetObjectACL("meta", oss.ACLPublicRead))
	acl, err := bucket.GetObjectACL("meta")
	if err == nil && acl.ACL != "public-read" {
		return nil, fmt.Errorf("%v", acl)
	}
	return nil, err
}

func main() {
	options := []oss.ClientOption{}
	if token := os.Getenv("OSS_SESSION_TOKEN"); token != "" {
		options = append(options, oss.SecurityToken(token))
	}
	client, err := oss.New(os.Getenv("OSS_ENDPOINT"), os.Getenv("OSS_ACCESS_KEY_ID"),
		os.Getenv("OSS_ACCESS_KEY_SECRET"), options...)
	must(err)
	bucket, err := client.Bucket(os.Getenv("OSS_BUCKET"))
	must(err)
	serve(map[string]call{
		"put": func(given []interface{}) (interface{}, error) {
			return nil, bucket.PutObject(text(given[0]), bytes.NewReader(octets(given[1])))
		},
		"get": func(given []interface{}) (interface{}, error) { return read(bucket, text(given[0])) },
		"part": func(given []interface{}) (interface{}, error) {
			first, last := int64(given[1].(float64)), int64(given[2].(float64))
			return read(bucket, text(given[0]), oss.Range(first, last))
		},
		"head": func(given []interface{}) (interface{}, error) {
			found, err := bucket.GetObjectDetailedMeta(text(given[0]))
			return number(found.Get("Content-Length")), err
		},
		"copy": func(given []interface{}) (interface{}, error) {
			_, err := bucket.CopyObject(text(given[0]), text(given[1]))
			return nil, err
		},
		"delete": func(given []interface{}) (interface{}, error) {
			return nil, bucket.DeleteObject(text(given[0]))
		},
		"list": func(given []interface{}) (interface{}, error) { return list(bucket, text(given[0])) },
		"append": func(given []interface{}) (interface{}, error) {
			position := int64(given[1].(float64))
			return bucket.AppendObject(text(given[0]), bytes.NewReader(octets(given[2])), position)
		},
		"multipart": func(given []interface{}) (interface{}, error) {
			return multipart(bucket, text(given[0]), given[1].([]interface{}))
		},
		"delete_many": func(given []interface{}) (interface{}, error) {
			keys := []string{}
			for _, key := range given[0].([]interface{}) {
				keys = append(keys, text(key))
			}
			_, err := bucket.DeleteObjects(keys)
			return nil, err
		},
		"also_part_copy": func([]interface{}) (interface{}, error) { return partCopy(bucket) },
		"also_file":      func([]interface{}) (interface{}, error) { return file(bucket) },
		"also_bucket":    func([]interface{}) (interface{}, error) { return whole(client, bucket) },
		"also_symlink":   func([]interface{}) (interface{}, error) { return symlink(bucket) },
		"also_metadata":  func([]interface{}) (interface{}, error) { return metadata(bucket) },
	})
}
