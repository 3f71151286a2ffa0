package main

// The adapter protocol, version 1. Nothing here knows the SDK.

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
	"unicode/utf8"
)

const (
	protocol = 1
	window   = 16
)

// unsupported says that the SDK has no way to express what a request asks for.
type unsupported string

func (reason unsupported) Error() string { return string(reason) }

// refusal is an error of the SDK's own; its class is empty unless the SDK makes clear which it is.
type refusal struct{ class, message string }

func (refused refusal) Error() string { return refused.message }

// refusedByTransport says that net/http does not send what the SDK signed.
type refusedByTransport string

func (refused refusedByTransport) Error() string { return string(refused) }

// performed is what the SDK answered, and a function that makes it sign the same request once more.
type performed struct {
	output map[string]any
	repeat func()
}

// text is a string of the protocol: Unicode, or {"base64": ...}, which a Go string can hold as well.
type text string

func (value *text) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '{' {
		var wrapped struct{ Base64 []byte }
		err := json.Unmarshal(data, &wrapped)
		*value = text(wrapped.Base64)
		return err
	}
	return json.Unmarshal(data, (*string)(value))
}

func (value text) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(value)) {
		return marshal(string(value))
	}
	return marshal(map[string]string{"base64": base64.StdEncoding.EncodeToString([]byte(value))})
}

// request is one line of the runner.
type request struct {
	Op        string
	Protocol  int
	Seq       json.RawMessage
	Operation string
	Requires  []string
	Count     int
	Input     json.RawMessage
}

// adapter is one SDK, as the protocol sees it.
type adapter struct {
	name, version string
	operations    map[string]func(signing) (performed, error)
	names         []string
	// unreachable says why no public call of the SDK sends an input; it is empty if one does.
	unreachable func(signing) string
}

// internals is the word on the command line with which an adapter also gives what no public call of
// its SDK sends. Such a run shows which bytes the code of the SDK makes, and charges nobody.
const internals = "--internals"

// serve answers the requests on a stream until bye or the end of the stream.
func (served adapter) serve(input io.Reader, output io.Writer) error {
	lines := bufio.NewReader(input)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var asked request
			if err := json.Unmarshal(line, &asked); err != nil {
				return err
			}
			if asked.Op == "bye" {
				return nil
			}
			reply, err := marshal(served.reply(asked))
			if err != nil {
				return err
			}
			if _, err := output.Write(append(reply, '\n')); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func (served adapter) reply(asked request) map[string]any {
	if asked.Op == "hello" {
		return served.greeting(asked)
	}
	answer, err := served.answer(asked)
	var reason unsupported
	var refused refusal
	var unsent refusedByTransport
	switch {
	case err == nil:
	case errors.As(err, &reason):
		answer = map[string]any{"status": "unsupported", "reason": reason.Error()}
	case errors.As(err, &unsent):
		answer = map[string]any{
			"status": "rejected", "refusedBy": "transport",
			"error": map[string]string{"message": unsent.Error()},
		}
	case errors.As(err, &refused):
		described := map[string]string{"message": refused.message}
		if refused.class != "" {
			described["class"] = refused.class
		}
		answer = map[string]any{"status": "rejected", "error": described}
	default:
		answer = map[string]any{"status": "failed", "message": err.Error()}
	}
	answer["seq"] = asked.Seq
	return answer
}

func (served adapter) greeting(asked request) map[string]any {
	if asked.Protocol != protocol {
		return map[string]any{"protocol": protocol, "error": "this adapter speaks version 1 only"}
	}
	return map[string]any{
		"protocol":   protocol,
		"sdk":        map[string]string{"name": served.name, "version": served.version, "language": "go"},
		"operations": served.names, "features": []string{"bench"}, "window": window,
		"profiles": []string{"signing", "hardening"},
	}
}

// answer performs a request; what panics beneath it is an error, and the next request goes on.
func (served adapter) answer(asked request) (answer map[string]any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("panic: %v", fault)
		}
	}()
	operation := served.operations[asked.Operation]
	if operation == nil || (asked.Op != "run" && asked.Op != "bench") {
		return nil, unsupported("no such operation")
	}
	for _, feature := range asked.Requires {
		if feature != "bench" {
			return nil, unsupported("no feature is named " + feature)
		}
	}
	var given signing
	if err := json.Unmarshal(asked.Input, &given); err != nil {
		return nil, err
	}
	if reason := served.unreachable(given); reason != "" && !isAskedFor(internals) {
		return nil, unsupported(reason)
	}
	done, err := operation(given)
	if err != nil {
		return nil, err
	}
	if asked.Op == "run" {
		return map[string]any{"status": "ok", "output": done.output}, nil
	}
	start := time.Now()
	for index := 0; index < asked.Count; index++ {
		done.repeat()
	}
	return map[string]any{"nanoseconds": time.Since(start).Nanoseconds()}, nil
}

// isAskedFor says whether a word stands on the command line.
func isAskedFor(word string) bool {
	for _, given := range os.Args[1:] {
		if given == word {
			return true
		}
	}
	return false
}

// marshal writes JSON without the escapes that are for HTML.
func marshal(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimRight(buffer.Bytes(), "\n"), err
}

func main() {
	if err := sdk().serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
