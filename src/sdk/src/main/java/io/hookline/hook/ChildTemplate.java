package io.hookline.hook;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.template.Placeholder;
import io.hookline.hook.template.TemplateText;
import io.hookline.hook.template.ValueTypes;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.NearestName;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * A child in the YAML of Kubernetes, with placeholders for the fields of an object, which is usually the parent.
 *
 * <pre>{@code
 * private final ChildTemplate<WebApp, Service> service = ChildTemplate.file("service.yaml", WebApp.class,
 * Service.class);
 *
 * Service child = service.fill(in.parent());
 * }</pre>
 *
 * <p>A value that is one placeholder, such as {@code replicas: ${spec.replicas}}, becomes the JSON value of that field
 * with its type. In a longer string, such as {@code http://${spec.host}/}, a placeholder is replaced by the text of the
 * value. Values are set in the parsed tree, so they cannot add YAML. <code>$${</code> is a literal <code>${</code>.
 *
 * <p>The template is checked when it is created, so a mistake prevents the hook from loading: YAML that is not valid, a
 * placeholder that the class of the values does not have, and a field or a type that the class of the child does not
 * have. The message names file, line and field. Thread-safe.
 *
 * @param <V> the class of the values: a record, or a class of the Kubernetes model
 * @param <C> the class of the child; {@code ObjectNode} or {@code KubeObject} for kinds without a class
 */
public final class ChildTemplate<V, C> {

    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** One for each hook class: it learns the structure of the classes that it reads, which takes long. */
    private static final ClassValue<ObjectMapper> MAPPERS = new ClassValue<>() {
        @Override
        protected ObjectMapper computeValue(Class<?> hook) {
            return JsonBinding.of(hook).strictMapper();
        }
    };

    private final TemplateText text;
    private final ObjectMapper mapper;
    private final Class<C> child;

    private ChildTemplate(TemplateText text, ObjectMapper mapper, Class<V> values, Class<C> child) {
        this.text = text;
        this.mapper = mapper;
        this.child = child;
        check(new ValueTypes(mapper, values));
    }

    /**
     * Reads a template from a file in the hook's folder; in a Maven project, from {@code src/main/resources}, either
     * directly in it or in the package of the class that calls this method.
     *
     * @throws HookException if the file is missing or has a mistake
     */
    public static <V, C> ChildTemplate<V, C> file(String name, Class<V> values, Class<C> child) {
        Class<?> hook = CALLERS.getCallerClass();
        return new ChildTemplate<>(TemplateText.parse(name, content(hook, name)), MAPPERS.get(hook), values, child);
    }

    /**
     * Reads a template from a string, such as a text block.
     *
     * @throws HookException if it has a mistake
     */
    public static <V, C> ChildTemplate<V, C> text(String yaml, Class<V> values, Class<C> child) {
        String name = "template of " + child.getSimpleName();
        return new ChildTemplate<>(
                TemplateText.parse(name, yaml), MAPPERS.get(CALLERS.getCallerClass()), values, child);
    }

    private static String content(Class<?> hook, String name) {
        URL file = Objects.requireNonNullElseGet(hook.getResource(name), () -> missingAt(hook, name));
        try (InputStream in = file.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new HookException(name + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static URL missingAt(Class<?> hook, String name) {
        return Optional.ofNullable(hook.getResource("/" + name))
                .orElseThrow(() -> new HookException("there is no file " + name + " beside " + hook.getSimpleName()
                        + "; a Maven project has it in src/main/resources"));
    }

    /**
     * Returns the child with these values.
     *
     * @throws HookException if a placeholder has no value, or one that is not valid at its place
     */
    public C fill(V values) {
        return read(tree(values));
    }

    /**
     * Returns the JSON of the child with these values. The caller may change it.
     *
     * @throws HookException if a placeholder has no value
     */
    public ObjectNode tree(V values) {
        JsonNode from = mapper.valueToTree(values);
        return text.filled(placeholder -> Optional.of(value(from, placeholder)));
    }

    private JsonNode value(JsonNode from, Placeholder placeholder) {
        JsonNode value = find(from, placeholder.path());
        if (Json.isAbsent(value)) {
            throw text.problem(
                    placeholder.place(),
                    placeholder + " has no value; give the field a default or make it required in the CRD");
        }
        return value;
    }

    /** The names of labels and annotations contain dots. */
    private static JsonNode find(JsonNode from, String path) {
        int dot = path.indexOf('.');
        return from.has(path) || dot < 0
                ? from.path(path)
                : find(from.path(path.substring(0, dot)), path.substring(dot + 1));
    }

    private void check(ValueTypes types) {
        ObjectNode sample = text.filled(placeholder -> sample(types, placeholder));
        for (String field : new String[] {"apiVersion", "kind"}) {
            if (sample.path(field).asText().isEmpty()) {
                throw text.problem(FieldPath.ROOT.field(field), "missing or empty");
            }
        }
        if (sample.path("metadata").path("name").asText().isEmpty()) {
            throw text.problem(FieldPath.ROOT.field("metadata").field("name"), "missing or empty");
        }
        requireKind(sample);
        read(sample);
    }

    private Optional<JsonNode> sample(ValueTypes types, Placeholder placeholder) {
        try {
            return types.sample(placeholder);
        } catch (IllegalArgumentException e) {
            throw text.problem(placeholder.place(), requireNonNull(e.getMessage()));
        }
    }

    private void requireKind(ObjectNode sample) {
        String apiVersion = HasMetadata.getApiVersion(child);
        if (apiVersion != null) {
            requireText(sample, "apiVersion", apiVersion);
            requireText(sample, "kind", HasMetadata.getKind(child));
        }
    }

    private void requireText(ObjectNode sample, String field, String expected) {
        String found = sample.path(field).asText();
        if (!found.equals(expected)) {
            throw text.problem(
                    FieldPath.ROOT.field(field),
                    "expected " + expected + " as for the class " + child.getSimpleName() + ", was " + found);
        }
    }

    private C read(ObjectNode tree) {
        if (child == KubeObject.class) {
            return child.cast(KubeObject.of(tree));
        }
        if (child.isInstance(tree)) {
            return child.cast(tree);
        }
        try {
            return mapper.treeToValue(tree, child);
        } catch (UnrecognizedPropertyException e) {
            throw text.problem(BindingProblem.place(e), unknownField(e));
        } catch (RequiredPrimitive.NotSetException e) {
            throw text.problem(BindingProblem.place(e), e.getOriginalMessage());
        } catch (JsonProcessingException e) {
            String problem = BindingProblem.of(tree, e);
            throw text.problem(BindingProblem.place(e), problem.substring(problem.indexOf(": ") + 2));
        }
    }

    private static String unknownField(UnrecognizedPropertyException e) {
        return "unknown field"
                + NearestName.suggestion(
                                e.getPropertyName(),
                                e.getKnownPropertyIds().stream()
                                        .map(String::valueOf)
                                        .toList())
                        .orElse("");
    }
}
