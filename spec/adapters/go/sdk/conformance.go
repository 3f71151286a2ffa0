package oss

// This file is compiled into the SDK's own package, so that the adapter can end its requests
// without a network. It signs nothing itself.

import "net/http"

// Attach makes a client end its requests at the given transport.
func Attach(client *Client, transport http.RoundTripper) {
	client.Conn.client = &http.Client{Transport: transport}
}

// Query is what the SDK makes of the parameters among its options.
func Query(options []Option) (string, error) {
	return handleParams(options)
}

// SignAgain signs a request once more, as the SDK does before it sends one.
func SignAgain(client *Client, request *http.Request, bucket, object, subresource string) {
	client.Conn.signHeader(request, client.Conn.url.getResource(bucket, object, subresource))
}
