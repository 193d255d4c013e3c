package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.hookline.hook.ChildTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The errors of templates in the guide are those of its template. */
class TemplateErrorsTest {

    private static final Pattern FILE =
            Pattern.compile("`site/service.yaml`\n\n```yaml\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    record Site(ObjectMeta metadata, Spec spec) {
        record Spec(String host, Integer port) {}
    }

    private static String guide() throws IOException {
        return Files.readString(Path.of("src/docs/hooks/java.md"));
    }

    private static String template() throws IOException {
        Matcher file = FILE.matcher(guide());
        assertThat(file.find()).isTrue();
        return file.group(1);
    }

    private static void isInTheGuide(Throwable error) {
        String message = String.valueOf(error.getMessage()).replace("template of Service", "service.yaml");
        assertThat(message).startsWith("service.yaml:");
        try {
            assertThat(guide().replaceAll("\\s+", " ")).contains("`" + message);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ${spec.port}  | ${spec.prt}
            port: ${      | prt: ${
            ${spec.port}  | ${spec.host}
            Service       | Servcie
            metadata:     | a: metadata:
            """)
    void aMistakeInTheTemplateIsTheErrorOfTheGuide(String right, String wrong) throws IOException {
        String broken = template().replace(right, wrong);

        assertThat(broken).isNotEqualTo(template());
        assertThatThrownBy(() -> ChildTemplate.text(broken, Site.class, Service.class))
                .satisfies(TemplateErrorsTest::isInTheGuide);
    }

    @Test
    void aFieldThatIsNullIsTheErrorOfTheGuide() throws IOException {
        ChildTemplate<Site, Service> template = ChildTemplate.text(template(), Site.class, Service.class);
        Site site = new Site(new ObjectMetaBuilder().withName("docs").build(), new Site.Spec(null, 80));

        assertThatThrownBy(() -> template.fill(site)).satisfies(TemplateErrorsTest::isInTheGuide);
    }
}
