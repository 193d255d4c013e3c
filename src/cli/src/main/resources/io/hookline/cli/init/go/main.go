package main

import (
	"encoding/json"
	"log"
	"os"
)

// The request comes on standard input, the answer goes to standard output, standard error is logged. An exit code other than 0
// is an error: the hook is called again later.
func main() {
	log.SetFlags(0)
	var in request
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		log.Fatal("request: ", err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(respond(in)); err != nil {
		log.Fatal("answer: ", err)
	}
}

// Calls the function of the hook. README.md says how to add a finalize or customize hook.
func respond(in request) any {
	return sync(in)
}
