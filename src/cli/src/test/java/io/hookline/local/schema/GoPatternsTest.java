package io.hookline.local.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.local.LocalObjects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns of schemas have Go's syntax. */
class GoPatternsTest {

    /** The messages of Go 1.26. */
    @ParameterizedTest
    @CsvSource(delimiter = '\t', textBlock = """
                    +	missing argument to repetition operator: `+`
                    (	missing closing ): `(`
                    (a))	unexpected ): `(a))`
                    [a	missing closing ]: `[a`
                    [b-a]	invalid character class range: `b-a`
                    [[:foo:]]	invalid character class range: `[:foo:]`
                    a{2,1}	invalid repeat count: `{2,1}`
                    a{1001}	invalid repeat count: `{1001}`
                    a**	invalid nested repetition operator: `**`
                    a++	invalid nested repetition operator: `++`
                    (?!a)b	invalid or unsupported Perl syntax: `(?!`
                    (?=a)	invalid or unsupported Perl syntax: `(?=`
                    (?<=a)b	invalid named capture: `(?<=a)b`
                    \\1	invalid escape sequence: `\\1`
                    \\Z	invalid escape sequence: `\\Z`
                    a\\	trailing backslash at end of expression: ``
                    """)
    void whatIsWrongIsSaidInGosWords(String pattern, String problem) {
        assertThat(GoPatterns.problem(pattern)).hasValue("error parsing regexp: " + problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "^a$", "a{,5}", "\\pN+", "(?i)a", "(?P<n>a)", "(?<n>a)", "[[:alpha:]]", "a*?"})
    void whatGoTakesIsTaken(String pattern) {
        assertThat(GoPatterns.problem(pattern)).isEmpty();
    }

    private final LocalObjects objects = new LocalObjects();

    private void define(String fieldSchema) {
        objects.create("""
                {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
                 "metadata":{"name":"things.example.com"},
                 "spec":{"group":"example.com","scope":"Cluster","names":{"plural":"things","kind":"Thing"},
                  "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":
                   {"type":"object","properties":{"text":%s}}}}]}}
                """.formatted(fieldSchema));
    }

    private void thing(String name, String text) {
        objects.create("{'apiVersion':'example.com/v1','kind':'Thing','metadata':{'name':'" + name + "'},'text':'"
                + text + "'}");
    }

    @Test
    void aDefinitionWithAPatternThatGoDoesNotHaveIsRefused() {
        String place = "spec.validation.openAPIV3Schema.properties[text]";
        assertThatThrownBy(() -> define("{\"type\":\"string\",\"pattern\":\"^(?!kube-)\"}"))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining(place
                        + ".pattern: Invalid value: \"^(?!kube-)\": must be a valid regular expression, but isn't:"
                        + " error parsing regexp: invalid or unsupported Perl syntax: `(?!`");
        assertThatThrownBy(() -> define("{\"type\":\"string\",\"anyOf\":[{\"pattern\":\"a\"},{\"pattern\":\"(\"}]}"))
                .hasMessageContaining(place + ".anyOf[1].pattern: Invalid value: \"(\"");
    }

    @Test
    void aPatternMatchesAsInGo() {
        define("{\"type\":\"string\",\"pattern\":\"^\\\\d+$\"}");

        thing("number", "12");
        assertThatThrownBy(() -> thing("line", "12\\n")).hasMessageContaining("text in body should match '^\\d+$'");
        assertThatThrownBy(() -> thing("arabic", "١٢")).isInstanceOf(ClusterException.Invalid.class);
    }

    @Test
    @Timeout(60)
    void matchingTimeIsLinearInTheLengthOfTheText() {
        define("{\"type\":\"string\",\"pattern\":\"^(a+)+$\"}");

        assertThatThrownBy(() -> thing("long", "a".repeat(5000) + "b")).isInstanceOf(ClusterException.Invalid.class);
    }
}
