package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestTheHookReturnsTheAnswersOfItsFixtures(t *testing.T) {
	requests, _ := filepath.Glob("hooks/{{name}}/fixtures/*.request.json")
	if len(requests) == 0 {
		t.Fatal("no fixtures")
	}
	for _, file := range requests {
		var in request
		decode(t, read(t, file), &in)
		clock := struct{ Now string }{"2026-01-01T00:00:00Z"} // as in hookline test
		decode(t, read(t, file), &clock)
		t.Setenv("HOOKLINE_NOW", clock.Now)
		var want, got any
		decode(t, read(t, strings.Replace(file, ".request.", ".answer.", 1)), &want)
		bytes, err := json.Marshal(respond(in))
		if err != nil {
			t.Fatal(err)
		}
		decode(t, bytes, &got)

		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: another answer; hookline test-hook hooks/{{name}} shows what differs: %s", file, bytes)
		}
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	bytes, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

func decode(t *testing.T, bytes []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(bytes, into); err != nil {
		t.Fatal(err)
	}
}
