import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

/** The HTTP interface of the stub of a room. */
class RoomStubTest {

    private static HttpResponse<String> put(RoomStub stub, String valve) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create(stub.url() + "/valve"))
                            .PUT(BodyPublishers.ofString(valve))
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    @Test
    void aValveThatIsNoNumberIsRefused() throws Exception {
        try (RoomStub stub = RoomStub.start()) {
            assertThat(put(stub, "wide open").statusCode()).isEqualTo(400);
            assertThat(put(stub, "NaN").statusCode()).isEqualTo(400);
            assertThat(put(stub, "0.5").body()).contains("\"valve\": 0.500");
        }
    }

    @Test
    void aDeviceThatIsNotAvailableDoesNotTurnItsValve() throws Exception {
        try (RoomStub stub = RoomStub.start()) {
            put(stub, "0.25");
            stub.available(false);
            assertThat(put(stub, "1").statusCode()).isEqualTo(503);

            stub.available(true);
            assertThat(stub.state()).contains("\"valve\": 0.250");
        }
    }
}
