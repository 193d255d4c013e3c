import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The HTTP interface of Neutron: one resource for each FooBar. */
final class NeutronClient {

    /** Shorter than the time limit of a hook call, so that the hook can report which request took too long. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

    private final String url;

    NeutronClient(String url) {
        this.url = url;
    }

    /** Where the copy of a FooBar is. */
    String address(String key) {
        return url + "/foobars/" + key;
    }

    /** Writes a copy unless Neutron has it already, and returns whether it was written. */
    boolean put(String key, String content) throws IOException, InterruptedException {
        HttpResponse<String> present = send("GET", key, "");
        if (present.statusCode() == 200 && present.body().equals(content)) {
            return false;
        }
        send("PUT", key, content);
        return true;
    }

    /** Deletes a copy, or finds that there is none. */
    void delete(String key) throws IOException, InterruptedException {
        send("DELETE", key, "");
    }

    private HttpResponse<String> send(String method, String key, String body) throws IOException, InterruptedException {
        URI address = URI.create(address(key));
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .method(method, BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
            boolean absent = response.statusCode() == 404 && !method.equals("PUT");
            if (response.statusCode() >= 300 && !absent) {
                throw new IOException(method + " " + address + ": status " + response.statusCode());
            }
            return response;
        } catch (ConnectException e) {
            throw new IOException(method + " " + address + ": no connection", e);
        }
    }
}
