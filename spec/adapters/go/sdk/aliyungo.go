package oss

// This file is compiled into the package of aliyungo, so that the adapter can end its requests without
// a network. It signs nothing itself.

import (
	"net/http"
	"net/url"
)

// Signed makes the two calls with which each operation begins, and returns what would be sent.
func Signed(
	client *Client, method, bucket, path string, params url.Values, headers http.Header,
) (*http.Request, error) {
	asked := &request{method: method, bucket: bucket, path: path, params: params, headers: headers}
	if err := client.prepare(asked); err != nil {
		return nil, err
	}
	return client.setupHttpRequest(asked)
}
