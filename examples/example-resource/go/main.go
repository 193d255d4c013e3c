// The hook of ExampleResource as an HTTP server, with the standard library only. PORT sets its port, 8088 if it is not set.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strings"
)

type request struct {
	Parent struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
		Spec struct {
			Message string `json:"message"`
			Times   int    `json:"times"`
		} `json:"spec"`
	} `json:"parent"`
}

type metadata struct {
	Name string `json:"name"`
}

type configMap struct {
	APIVersion string            `json:"apiVersion"`
	Kind       string            `json:"kind"`
	Metadata   metadata          `json:"metadata"`
	Data       map[string]string `json:"data"`
}

type status struct {
	Lines int `json:"lines"`
}

type answer struct {
	Status   status      `json:"status"`
	Children []configMap `json:"children"`
}

// sync is the hook: a function from the parent to its desired children and status.
func sync(in request) answer {
	spec := in.Parent.Spec
	text := configMap{
		APIVersion: "v1",
		Kind:       "ConfigMap",
		Metadata:   metadata{Name: in.Parent.Metadata.Name},
		Data:       map[string]string{"text": strings.Repeat(spec.Message+"\n", spec.Times)},
	}
	return answer{Status: status{Lines: spec.Times}, Children: []configMap{text}}
}

func serve(w http.ResponseWriter, r *http.Request) {
	var in request
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(sync(in)); err != nil {
		log.Print(err)
	}
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "8088"
	}
	http.HandleFunc("/sync", serve)
	log.Print("serving the hook at http://127.0.0.1:" + port + "/sync")
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
