// receiver.go, run with: WEBHOOK_SECRET=whsec_… go run receiver.go
package main

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

var key, _ = base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))

func isGenuine(headers http.Header, body []byte) bool {
	sentAt := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", headers.Get("webhook-id"), sentAt, body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, signature := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(signature)) {
			return true
		}
	}
	return false
}

func main() {
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		if !isGenuine(request.Header, body) {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		var event struct {
			EventType string `json:"event_type"`
			Matter    struct{ ID string }
		}
		if json.Unmarshal(body, &event) != nil {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		fmt.Println(event.EventType, event.Matter.ID)
		response.WriteHeader(http.StatusNoContent)
	})
	http.ListenAndServe("127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "8000"), nil)
}
