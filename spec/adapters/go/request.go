package main

// What both SDKs sign, and what net/http says of it.

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
)

const defaultEndpoint = "https://oss-cn-hangzhou.aliyuncs.com"

// signing is the input of the signing operations.
type signing struct {
	Method      text
	Bucket, Key *text
	Headers     [][2]text
	Query       [][2]*text
	Credentials struct {
		AccessKeyID     text
		AccessKeySecret text
		SecurityToken   *text
	}
	Time       *int64
	Expires    *int64
	Endpoint   *text
	Addressing string
}

// errUnsent ends a request where it would be sent.
var errUnsent = errors.New("nothing is sent")

// sender is net/http's own transport, without a network: what it refuses, it refuses before it dials.
var sender = http.Transport{
	DisableKeepAlives: true,
	DialContext:       func(context.Context, string, string) (net.Conn, error) { return nil, errUnsent },
	DialTLSContext:    func(context.Context, string, string) (net.Conn, error) { return nil, errUnsent },
}

// offer hands a signed request to net/http, which looks at it; nothing is sent.
func offer(request *http.Request) error {
	if _, err := sender.RoundTrip(request); !errors.Is(err, errUnsent) {
		return refusedByTransport(err.Error())
	}
	return nil
}

// shown is what a request carries after it was signed.
func shown(request *http.Request) map[string]any {
	authorization := request.Header.Get("Authorization")
	headers := [][2]text{}
	for name, values := range request.Header {
		for _, value := range values {
			headers = append(headers, [2]text{text(name), text(value)})
		}
	}
	return map[string]any{
		"authorization": text(authorization),
		"signature":     text(authorization[strings.LastIndexByte(authorization, ':')+1:]),
		"headers":       headers,
		"target":        text(target(request)),
	}
}

// target is what net/http writes into the request line, without a scheme and a host in it, which an
// opaque URL has.
func target(request *http.Request) string {
	written := request.URL.RequestURI()
	return strings.TrimPrefix(written, request.URL.Scheme+"://"+request.URL.Host)
}

func content(value *text) string {
	if value == nil {
		return ""
	}
	return string(*value)
}
