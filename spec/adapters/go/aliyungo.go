package main

// Signature V1 by github.com/denverdino/aliyungo: header signatures by the two calls on which each
// of its operations rests, and URLs by SignedURLWithMethod.

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/denverdino/aliyungo/oss"
	"github.com/denverdino/aliyungo/util"
)

func sdk() adapter {
	return adapter{
		name: "aliyungo", version: "0.0~git20180921.13fa8aa", names: []string{"v1.header", "v1.presign"},
		operations: map[string]func(signing) (performed, error){
			"v1.header": header, "v1.presign": presign,
		},
		unreachable: unreachable,
	}
}

// unreachable says what no method of a bucket sends. A GET has any parameters and headers, by
// GetResponseWithParamsAndHeaders, and so has a URL, by SignedURLWithMethod.
func unreachable(given signing) string {
	isPlain := len(given.Query) == 0 && len(given.Headers) == 0
	switch {
	case given.Expires != nil || given.Method == "GET" && (given.Bucket != nil || isPlain):
	case given.Method == "HEAD" && given.Key != nil && len(given.Query) == 0:
	case given.Method == "DELETE" && given.Bucket != nil && isPlain:
	default:
		return "no method of a bucket sends this; a PUT has an ACL and a length, always"
	}
	return ""
}

// call is a request in the SDK's types.
type call struct {
	client       *oss.Client
	bucket       *oss.Bucket
	method, path string
	parameters   url.Values
	headers      http.Header
}

func header(given signing) (performed, error) {
	asked, err := read(given)
	if err != nil {
		return performed{}, err
	}
	if given.Time == nil {
		return performed{}, unsupported("the SDK's call needs a time")
	}
	util.Now = func() time.Time { return time.Unix(*given.Time, 0) }
	sign := func() (*http.Request, error) {
		return oss.Signed(
			asked.client, asked.method, asked.bucket.Name, asked.path, asked.parameters, asked.headers)
	}
	request, err := sign()
	if err != nil {
		return performed{}, refusal{message: err.Error()}
	}
	if err := offer(request); err != nil {
		return performed{}, err
	}
	return performed{shown(request), func() { sign() }}, nil
}

func presign(given signing) (performed, error) {
	asked, err := read(given)
	if err != nil {
		return performed{}, err
	}
	if given.Expires == nil || given.Bucket == nil {
		return performed{}, unsupported("a URL needs an expiry, and a bucket for its host")
	}
	sign := func() string {
		return asked.bucket.SignedURLWithMethod(
			asked.method, asked.path, time.Unix(*given.Expires, 0), copied(asked.parameters),
			asked.headers)
	}
	made := sign()
	output := map[string]any{"url": text(made)}
	if parsed, err := url.Parse(made); err == nil {
		output["signature"] = text(parsed.Query().Get("Signature"))
	}
	return performed{output, func() { sign() }}, nil
}

// copied is for the SDK to write its own parameters into.
func copied(values url.Values) url.Values {
	result := url.Values{}
	for name, value := range values {
		result[name] = value
	}
	return result
}

func read(given signing) (call, error) {
	client, err := connected(given)
	if err != nil {
		return call{}, err
	}
	asked := call{
		client: client, bucket: client.Bucket(content(given.Bucket)), method: string(given.Method),
		path: "/", parameters: url.Values{}, headers: http.Header{},
	}
	if given.Key != nil {
		asked.path = string(*given.Key)
	}
	for _, pair := range given.Query {
		// The SDK's operations, too, write an empty value for a bare name.
		asked.parameters.Add(content(pair[0]), content(pair[1]))
	}
	for _, pair := range given.Headers {
		asked.headers.Add(string(pair[0]), string(pair[1]))
	}
	return asked, nil
}

// connected is the SDK's client. Its hosts are a bucket, a region and .aliyuncs.com, or a host that the
// caller gives instead.
func connected(given signing) (*oss.Client, error) {
	place := defaultEndpoint
	if given.Endpoint != nil {
		place = string(*given.Endpoint)
	}
	scheme, host, isURL := strings.Cut(place, "://")
	if !isURL || scheme != "http" && scheme != "https" {
		return nil, unsupported("the SDK takes a host, and whether TLS is used")
	}
	region, isRegion := strings.TrimSuffix(host, ".aliyuncs.com"), strings.HasSuffix(host, ".aliyuncs.com")
	identity := given.Credentials
	client := oss.NewOSSClientForAssumeRole(
		oss.Region(region), false, string(identity.AccessKeyID), string(identity.AccessKeySecret),
		content(identity.SecurityToken), scheme == "https")
	switch given.Addressing {
	case "", "virtual-host":
		if !isRegion || strings.Contains(region, ".") {
			return nil, unsupported("the SDK's endpoints are a region and .aliyuncs.com")
		}
	case "cname":
		client.SetEndpoint(host)
	default:
		return nil, unsupported("no option asks for the addressing " + given.Addressing)
	}
	return client, nil
}
