package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// A call takes the arguments of a line, and answers its result.
type call func(arguments []interface{}) (interface{}, error)

// text is an argument that is text.
func text(argument interface{}) string { return argument.(string) }

// octets are the bytes of an argument: each character is one.
func octets(argument interface{}) []byte {
	var bytes []byte
	for _, character := range text(argument) {
		bytes = append(bytes, byte(character))
	}
	return bytes
}

// characters are bytes as text.
func characters(bytes []byte) string {
	runes := make([]rune, len(bytes))
	for index, octet := range bytes {
		runes[index] = rune(octet)
	}
	return string(runes)
}

// must ends a call that failed.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// answer is what a call answers; a panic of the client is an error as any other.
func answer(function call, arguments []interface{}) (reply map[string]interface{}) {
	defer func() {
		if reason := recover(); reason != nil {
			reply = map[string]interface{}{"error": fmt.Sprint("panic: ", reason)}
		}
	}()
	result, err := function(arguments)
	if err != nil {
		return map[string]interface{}{"error": err.Error()}
	}
	return map[string]interface{}{"result": result}
}

// serve answers the lines of standard input; see Offering in operations.py.
func serve(calls map[string]call) {
	output := json.NewEncoder(os.Stdout)
	names := []string{}
	for name := range calls {
		names = append(names, name)
	}
	output.Encode(names)
	input := bufio.NewReader(os.Stdin)
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked struct {
			Call      string
			Arguments []interface{}
		}
		if err := json.Unmarshal(line, &asked); err != nil {
			panic(err)
		}
		output.Encode(answer(calls[asked.Call], asked.Arguments))
	}
}

// number is the number that a header has.
func number(header string) json.Number { return json.Number(header) }
