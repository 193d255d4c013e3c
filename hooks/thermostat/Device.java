import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The HTTP interface of the thermometer and the heater in a room. */
record Device(String url) {

    /** What the device measures; {@code valve} is from 0 to 1. */
    record Reading(double temperature, double valve) {}

    /** Shorter than the time limit of a hook call, so that the hook can report which request took too long. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private static final ObjectMapper JSON = new ObjectMapper();

    Reading read() throws IOException, InterruptedException {
        return send("GET", "/", "");
    }

    Reading turnTo(double valve) throws IOException, InterruptedException {
        return send("PUT", "/valve", Double.toString(valve));
    }

    private Reading send(String method, String path, String body) throws IOException, InterruptedException {
        URI address = URI.create(url + path);
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .method(method, BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IOException(method + " " + address + ": status " + response.statusCode());
            }
            return JSON.readValue(response.body(), Reading.class);
        } catch (ConnectException e) {
            throw new IOException(method + " " + address + ": no connection", e);
        }
    }
}
