package main

// Signature V1 by aliyun-oss-go-sdk. Requests go through the SDK's generic call as far as its
// transport, so the URL, the headers and the signature are all of its making.

import (
	"errors"
	"net/http"
	"net/textproto"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/aliyun/aliyun-oss-go-sdk/oss"
)

func sdk() adapter {
	return adapter{
		name: "aliyun-oss-go-sdk", version: "1.5.0", names: []string{"v1.header"},
		operations:  map[string]func(signing) (performed, error){"v1.header": header},
		unreachable: unreachable,
	}
}

// recorder sends nothing: it keeps the request and answers what net/http would send with an empty
// success.
type recorder struct{ request *http.Request }

func (kept *recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	kept.request = request
	if err := offer(request); err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody, Request: request,
	}, nil
}

// header makes the SDK's generic call of a service, a bucket or an object.
func header(given signing) (performed, error) {
	if given.Time == nil {
		return performed{}, unsupported("the SDK's call needs a time")
	}
	oss.Now = func() time.Time { return time.Unix(*given.Time, 0) }
	transport := &recorder{}
	client, err := connected(given, transport)
	if err != nil {
		return performed{}, err
	}
	headers, err := headerMap(given.Headers)
	if err != nil {
		return performed{}, err
	}
	parameters, subresource, err := query(given.Query)
	if err != nil {
		return performed{}, err
	}
	bucket, object := content(given.Bucket), content(given.Key)
	method := string(given.Method)
	_, err = client.Conn.Do(method, bucket, object, parameters, subresource, headers, nil, 0, nil)
	var unsent refusedByTransport
	if errors.As(err, &unsent) {
		return performed{}, unsent
	}
	if err != nil {
		return performed{}, refusal{message: err.Error()}
	}
	again := func() { oss.SignAgain(client, transport.request, bucket, object, subresource) }
	return performed{shown(transport.request), again}, nil
}

func connected(given signing, transport http.RoundTripper) (*oss.Client, error) {
	options := []oss.ClientOption{}
	if given.Credentials.SecurityToken != nil {
		options = append(options, oss.SecurityToken(string(*given.Credentials.SecurityToken)))
	}
	switch given.Addressing {
	case "", "virtual-host":
	case "cname":
		options = append(options, oss.UseCname(true))
	default:
		return nil, unsupported("no option asks for the addressing " + given.Addressing)
	}
	endpoint := defaultEndpoint
	if given.Endpoint != nil {
		endpoint = string(*given.Endpoint)
	}
	identity := given.Credentials
	client, err := oss.New(
		endpoint, string(identity.AccessKeyID), string(identity.AccessKeySecret), options...)
	if err != nil {
		return nil, refusal{message: err.Error()}
	}
	oss.Attach(client, transport)
	return client, nil
}

// level is where a request goes: to the service, to a bucket, or to an object.
func level(given signing) string {
	switch {
	case given.Key != nil:
		return "object"
	case given.Bucket != nil:
		return "bucket"
	}
	return "service"
}

// sent are the requests of the SDK's operations, by the method, the level and the names that are no
// options, and whether the operation takes options with headers.
var sent = map[string]bool{
	"GET service": false, "PUT bucket": true, "GET bucket": false, "DELETE bucket": false,
	"GET bucket acl": false, "GET bucket bucketInfo": false, "GET bucket cors": false,
	"GET bucket lifecycle": false, "GET bucket location": false, "GET bucket logging": false,
	"GET bucket referer": false, "GET bucket uploads": false, "GET bucket website": false,
	"PUT bucket cors": false, "PUT bucket lifecycle": false, "PUT bucket logging": false,
	"PUT bucket referer": false, "PUT bucket website": false, "POST bucket delete": true,
	"DELETE bucket cors": false, "DELETE bucket lifecycle": false, "DELETE bucket logging": false,
	"DELETE bucket website": false,
	"PUT object": true, "GET object": true, "HEAD object": true, "DELETE object": false,
	"PUT object acl": true, "GET object acl": false, "PUT object symlink": true,
	"GET object symlink": false, "POST object restore": false, "POST object uploads": true,
	"POST object append position": true, "PUT object partNumber uploadId": true,
	"GET object uploadId": false, "POST object uploadId": false, "DELETE object uploadId": false,
}

// optional are the headers for which the SDK has an option, beside X-Oss-Meta-.
var optional = map[string]bool{
	"Accept-Encoding": true, "Cache-Control": true, "Content-Disposition": true,
	"Content-Encoding": true, "Content-Length": true, "Content-Md5": true, "Content-Type": true,
	"Expires": true, "If-Match": true, "If-Modified-Since": true, "If-None-Match": true,
	"If-Unmodified-Since": true, "Origin": true, "Range": true, "X-Oss-Acl": true,
	"X-Oss-Copy-Source": true, "X-Oss-Copy-Source-If-Match": true,
	"X-Oss-Copy-Source-If-Modified-Since": true, "X-Oss-Copy-Source-If-None-Match": true,
	"X-Oss-Copy-Source-If-Unmodified-Since": true, "X-Oss-Copy-Source-Range": true,
	"X-Oss-Metadata-Directive": true, "X-Oss-Object-Acl": true,
	"X-Oss-Server-Side-Encryption": true, "X-Oss-Storage-Class": true,
}

// unreachable says what no operation of version 1.5.0 sends. GetObjectMeta sends a parameter that is
// named ?objectMeta, and later versions alone have an option for any header.
func unreachable(given signing) string {
	names := []string{}
	for _, pair := range given.Query {
		if options[content(pair[0])] == nil {
			names = append(names, content(pair[0]))
		}
	}
	sort.Strings(names)
	request := strings.Join(append([]string{string(given.Method), level(given)}, names...), " ")
	takesOptions, isSent := sent[request]
	if !isSent {
		return "no operation of the SDK sends " + request
	}
	for _, pair := range given.Headers {
		name := textproto.CanonicalMIMEHeaderKey(string(pair[0]))
		isMeta := strings.HasPrefix(name, "X-Oss-Meta-")
		if !takesOptions || !optional[name] && !isMeta {
			return "the operation that sends " + request + " has no option for the header " + name
		}
	}
	return ""
}

// headerMap is the map that the SDK takes. It holds a name once, and of two names that differ in
// case alone the SDK sends the one that the order of the map puts last, which is another each time.
func headerMap(pairs [][2]text) (map[string]string, error) {
	headers, seen := map[string]string{}, map[string]bool{}
	for _, pair := range pairs {
		name := textproto.CanonicalMIMEHeaderKey(string(pair[0]))
		if seen[name] {
			return nil, unsupported("the SDK's map of headers cannot hold the name " + name + " twice")
		}
		seen[name] = true
		headers[string(pair[0])] = string(pair[1])
	}
	return headers, nil
}

// plain are the subresources that operations of the SDK name without a value.
var plain = map[string]bool{
	"acl": true, "bucketInfo": true, "cors": true, "delete": true, "lifecycle": true,
	"location": true, "logging": true, "referer": true, "restore": true, "symlink": true,
	"uploads": true, "website": true,
}

// options are the parameters for which the SDK has an option, and which it does not sign.
var options = map[string]func(string) (oss.Option, error){
	"delimiter":        option(oss.Delimiter),
	"encoding-type":    option(oss.EncodingType),
	"key-marker":       option(oss.KeyMarker),
	"marker":           option(oss.Marker),
	"max-keys":         number(oss.MaxKeys),
	"max-uploads":      number(oss.MaxUploads),
	"prefix":           option(oss.Prefix),
	"upload-id-marker": option(oss.UploadIDMarker),
}

func option(make func(string) oss.Option) func(string) (oss.Option, error) {
	return func(value string) (oss.Option, error) { return make(value), nil }
}

func number(make func(int) oss.Option) func(string) (oss.Option, error) {
	return func(value string) (oss.Option, error) {
		count, err := strconv.Atoi(value)
		if err != nil || strconv.Itoa(count) != value {
			return nil, unsupported("the SDK's option takes a number")
		}
		return make(count), nil
	}
}

// query is what the SDK's operations hand to the generic call for these parameters: the query of the
// URL, and the subresource to be signed. The SDK has no list of subresources; each operation writes
// its own, and a parameter that no operation has cannot be sent.
func query(pairs [][2]*text) (parameters, subresource string, err error) {
	values, declared := map[string]string{}, []oss.Option{}
	for _, pair := range pairs {
		name := string(*pair[0])
		if _, repeated := values[name]; repeated {
			return "", "", unsupported("no operation of the SDK sends a parameter twice")
		}
		values[name] = content(pair[1])
		if make := options[name]; make != nil && pair[1] != nil {
			option, err := make(values[name])
			if err != nil {
				return "", "", err
			}
			declared = append(declared, option)
		} else if (pair[1] == nil) != (plain[name] || name == "append" || name == "objectMeta") {
			return "", "", unsupported("no operation of the SDK sends the parameter " + name)
		}
	}
	own, err := subresourceOf(values)
	if err != nil {
		return "", "", err
	}
	rest, err := oss.Query(declared)
	if err != nil {
		return "", "", err
	}
	if own == "objectMeta" {
		return "?objectMeta", "", nil // GetObjectMeta writes a second question mark, and signs nothing.
	}
	return strings.Trim(own+"&"+rest, "&"), own, nil
}

// subresourceOf writes the parameters that are no options as the operation does that has them.
func subresourceOf(values map[string]string) (string, error) {
	names := []string{}
	for name := range values {
		if options[name] == nil {
			names = append(names, name)
		}
	}
	upload, isUpload := values["uploadId"]
	part, isPart := values["partNumber"]
	position, isPosition := values["position"]
	_, isAppend := values["append"]
	switch {
	case len(names) == 0:
		return "", nil
	case len(names) == 1 && isUpload:
		return "uploadId=" + upload, nil
	case len(names) == 1 && (plain[names[0]] || names[0] == "objectMeta" && len(values) == 1):
		return names[0], nil
	case len(names) == 2 && isPart && isUpload:
		return "partNumber=" + part + "&uploadId=" + upload, nil
	case len(names) == 2 && isAppend && isPosition:
		return "append&position=" + position, nil
	}
	return "", unsupported("no operation of the SDK sends these parameters together")
}
