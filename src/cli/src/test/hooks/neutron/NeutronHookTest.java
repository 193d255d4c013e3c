import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.hookline.hook.Sync;
import java.io.BufferedReader;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** The hook that runs the stub of Neutron, and the stub over HTTP. */
class NeutronHookTest {

    private final NeutronHook hook = new NeutronHook();

    private static Neutron neutron(String url, boolean available) {
        return new Neutron(
                new ObjectMetaBuilder().withName("neutron").withUid("n1").build(), new Neutron.Spec(url, available));
    }

    private Neutron.Status sync(Neutron neutron) throws Exception {
        return hook.sync(Sync.of(neutron).build())
                .sent().status(Neutron.Status.class)
                .orElseThrow();
    }

    private static HttpResponse<String> send(String url, String method, String body) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/foobars/shop/sample"))
                    .method(method, BodyPublishers.ofString(body))
                    .build();
            return http.send(request, BodyHandlers.ofString());
        }
    }

    @Test
    void theStubStoresWhatIsPut() throws Exception {
        String url = sync(neutron(null, true)).url();

        assertThat(send(url, "GET", "").statusCode()).isEqualTo(404);
        assertThat(send(url, "PUT", "text").statusCode()).isEqualTo(204);
        assertThat(send(url, "GET", "").body()).isEqualTo("text");
        assertThat(sync(neutron(null, true)).copies()).containsExactly(new Neutron.Copy("shop/sample", "text"));
        assertThat(send(url, "DELETE", "").statusCode()).isEqualTo(204);
        assertThat(sync(neutron(null, true)))
                .isEqualTo(new Neutron.Status(url, true, List.of(), 2));
    }

    @Test
    void aStubThatIsNotAvailableKeepsItsContentAndAnswers503() throws Exception {
        String url = sync(neutron(null, true)).url();
        send(url, "PUT", "text");

        assertThat(sync(neutron(null, false)).available()).isFalse();
        assertThat(send(url, "DELETE", "").statusCode()).isEqualTo(503);
        assertThat(sync(neutron(null, true)).copies()).hasSize(1);
        assertThat(send(url, "GET", "").body()).isEqualTo("text");
    }

    @Test
    void theStubStopsWithItsObject() throws Exception {
        Neutron neutron = neutron(null, true);
        String url = sync(neutron).url();

        assertThat(hook.finalize(Sync.of(neutron).finalizing().build()).sent().isFinalized())
                .isTrue();
        Assertions.assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> send(url, "GET", ""));
    }

    @Test
    void aNeutronWithAnAddressNeedsNoStub() throws Exception {
        Neutron.Status status = sync(neutron("http://neutron.shop:9696", true));

        assertThat(status.url()).isEqualTo("http://neutron.shop:9696");
        assertThat(status.available()).isNull();
        assertThat(status.copies()).isEmpty();
    }

    @Test
    void theStubIsAProgramOfItsOwn() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "hooks/neutron/NeutronStub.java",
                        "0")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader printed = program.inputReader()) {
            assertThat(send(printed.readLine(), "PUT", "text").statusCode()).isEqualTo(204);
        } finally {
            program.destroyForcibly().waitFor();
        }
    }
}
