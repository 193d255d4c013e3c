package io.hookline.local.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.schema.SchemaPath;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rules that the library has compiled, and the errors of those that it has not. */
final class CompiledRules {

    /** Of one rule, and of all rules of a schema, both for all values that an object can have. */
    private static final double RULE_LIMIT = 10_000_000;

    private static final double SCHEMA_LIMIT = 100_000_000;

    /** Of all evaluations for one object. */
    private static final long OBJECT_LIMIT = 10_000_000;

    private static final String NO_BUDGET =
            "validation failed due to running out of cost budget, no further validation rules will be run";

    /** Errors that make it unknown whether rules can be evaluated. */
    private static final int MAX_MESSAGE = 5 * 1024;

    private final Library library = new Library();
    private final List<FieldError> errors = new ArrayList<>();
    private final Map<FieldPath, Double> expensive = new LinkedHashMap<>();
    private double total;
    private @Nullable Node root;

    /** What is wrong with the schemas. */
    private final List<FieldError> others;

    private CompiledRules(List<FieldError> others) {
        this.others = others;
    }

    /** Compiles all rules of a schema. */
    static CompiledRules compile(JsonNode schema, FieldPath place, List<FieldError> others) {
        CompiledRules rules = new CompiledRules(others);
        Node root = rules.node(schema, true, new Around(1, ""), place);
        rules.root = root;
        if (rules.total > SCHEMA_LIMIT) {
            rules.expensive.forEach((path, cost) -> rules.errors.add(FieldError.forbidden(
                    path.path(),
                    "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema")));
            rules.errors.add(FieldError.forbidden(
                    place.path(),
                    tooExpensive("x-kubernetes-validations estimated rule cost total", rules.total, SCHEMA_LIMIT)));
        }
        if (root != null) {
            List<FieldError> ofDefaults = new ArrayList<>();
            defaults(root, place, ofDefaults);
            if (!ofDefaults.isEmpty()) { // the real server looks at them first
                rules.errors.clear();
                rules.errors.addAll(ofDefaults);
            }
        }
        return rules;
    }

    /** What is wrong with the condition of a webhook. */
    static List<FieldError> condition(JsonNode text, FieldPath place) {
        CompiledRules rules = new CompiledRules(List.of());
        rules.checked(MatchConditions.compiler(rules.library), text, SimpleType.BOOL, place);
        return rules.errors();
    }

    List<FieldError> errors() {
        return List.copyOf(errors);
    }

    List<FieldError> evaluate(JsonNode object, JsonNode before) {
        Evaluation evaluation = new Evaluation();
        if (root != null) {
            evaluation.value(
                    root,
                    object,
                    before,
                    !before.isMissingNode() && JsonEquality.strict(object, before),
                    FieldPath.ROOT);
        }
        return evaluation.errors;
    }

    /**
     * What surrounds a schema.
     *
     * @param count the largest number of its values in an object; infinite if there is no bound
     * @param uncorrelated the path of a list whose elements have no identity, around it; empty if there is none
     */
    private record Around(double count, String uncorrelated) {}

    /** A compiled rule. */
    private record Rule(
            JsonNode json,
            @Nullable CountedProgram program,
            @Nullable CountedProgram message,
            boolean usesOldSelf,
            String fieldPath) {
        boolean hasOptionalOldSelf() {
            return json.path("optionalOldSelf").asBoolean();
        }
    }

    /** A schema that has rules, or contains schemas that have. */
    private record Node(
            JsonNode schema,
            @Nullable SchemaType type,
            List<Rule> rules,
            Map<String, Node> properties,
            @Nullable Node values,
            @Nullable Node items) {}

    private @Nullable Node node(JsonNode schema, boolean whole, Around around, FieldPath place) {
        if (schema.findValue(CelRules.KEYWORD) == null) {
            return null;
        }
        SchemaType type = null;
        List<Rule> rules = new ArrayList<>();
        if (!schema.path(CelRules.KEYWORD).isEmpty()
                && others.stream().noneMatch(error -> error.path().startsWith(place.path()))) {
            type = SchemaType.of(
                            schema,
                            whole || SchemaType.isEmbedded(schema),
                            "self" + place.path().length())
                    .orElse(null);
            FieldPath at = place.field(CelRules.KEYWORD);
            if (type == null) {
                errors.add(new FieldError(
                        at.path(), "Internal error: unable to convert structural schema to CEL declarations"));
            } else {
                rules.addAll(rules(schema, type, around, at));
            }
        }
        double count = around.count * elements(schema);
        Map<String, Node> properties = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            FieldPath at = place.field("properties").field("[" + property.getKey() + "]");
            Node child = node(property.getValue(), false, new Around(count, around.uncorrelated), at);
            if (child != null) {
                properties.put(property.getKey(), child);
            }
        }
        Around inside = new Around(count, around.uncorrelated);
        JsonNode additional = schema.path("additionalProperties");
        Node values =
                additional.isObject() ? node(additional, false, inside, place.field("additionalProperties")) : null;
        boolean isMap = schema.path("x-kubernetes-list-type").asText().equals("map");
        Around ofItems = isMap || !around.uncorrelated.isEmpty() ? inside : new Around(count, place.path());
        JsonNode list = schema.path("items");
        Node items = list.isObject() ? node(list, false, ofItems, place.field("items")) : null;
        return new Node(schema, type, rules, properties, values, items);
    }

    /** How often a value of a schema contains one of a schema in it. */
    private static double elements(JsonNode schema) {
        String bound = switch (schema.path("type").asText()) {
            case "array" -> "maxItems";
            case "object" -> schema.has("additionalProperties") ? "maxProperties" : "";
            default -> "";
        };
        if (bound.isEmpty()) {
            return 1;
        }
        return schema.has(bound) ? Math.max(0, schema.path(bound).asLong()) : Double.POSITIVE_INFINITY;
    }

    private List<Rule> rules(JsonNode schema, SchemaType type, Around around, FieldPath place) {
        List<Rule> rules = new ArrayList<>();
        JsonNode all = schema.path(CelRules.KEYWORD);
        double count = around.count == Double.POSITIVE_INFINITY
                ? Math.floor((double) SchemaType.MAX_REQUEST / (type.least() + 1))
                : around.count;
        Map<Boolean, CelCompiler> compilers = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            CelCompiler compiler = compilers.computeIfAbsent(
                    all.get(i).path("optionalOldSelf").asBoolean(), optional -> library.compiler(type, optional));
            rules.add(rule(compiler, schema, all.get(i), type, count, around.uncorrelated, place.index(i)));
        }
        return rules;
    }

    private Rule rule(
            CelCompiler compiler,
            JsonNode schema,
            JsonNode json,
            SchemaType type,
            double count,
            String uncorrelated,
            FieldPath place) {
        FieldPath at = place.field("rule");
        CelAbstractSyntaxTree rule = compiled(compiler, json.path("rule"), SimpleType.BOOL, at, count, type);
        CelAbstractSyntaxTree message = rule != null && json.has("messageExpression")
                ? compiled(
                        compiler,
                        json.path("messageExpression"),
                        SimpleType.STRING,
                        place.field("messageExpression"),
                        1,
                        type)
                : null;
        boolean usesOldSelf = rule != null && uses(rule.getExpr(), "oldSelf");
        if (usesOldSelf && !uncorrelated.isEmpty()) {
            errors.add(FieldError.invalid(
                    at,
                    json.path("rule"),
                    "oldSelf cannot be used on the uncorrelatable portion of the schema within " + uncorrelated));
        } else if (!usesOldSelf && json.has("optionalOldSelf")) {
            errors.add(FieldError.invalid(
                    place.field("optionalOldSelf"),
                    json.path("optionalOldSelf"),
                    "may not be set if oldSelf is not used in rule"));
        }
        String path = json.path("fieldPath").asText();
        return new Rule(
                json,
                library.program(rule),
                library.program(message),
                usesOldSelf,
                !path.isEmpty() && SchemaPath.find(path, schema, true) instanceof SchemaPath.Found found
                        ? found.path()
                        : "");
    }

    private @Nullable CelAbstractSyntaxTree compiled(
            CelCompiler compiler, JsonNode text, CelType result, FieldPath place, double count, SchemaType type) {
        CelAbstractSyntaxTree rule = checked(compiler, text, result, place);
        if (rule != null) {
            cost(place, RuleCost.most(rule, type), count);
        }
        return rule;
    }

    private @Nullable CelAbstractSyntaxTree checked(
            CelCompiler compiler, JsonNode text, CelType result, FieldPath place) {
        CelValidationResult checked = compiler.compile(text.asText());
        if (checked.hasError()) {
            errors.add(FieldError.invalid(place, text, "compilation failed: " + checked.getErrorString()));
            return null;
        }
        CelAbstractSyntaxTree rule;
        try {
            rule = checked.getAst();
        } catch (CelValidationException e) {
            throw new IllegalStateException(e);
        }
        if (!rule.getResultType().equals(result)) {
            errors.add(FieldError.invalid(place, text, "must evaluate to a " + result.name()));
            return null;
        }
        Optional<String> literal = wrongLiteral(rule, rule.getExpr());
        if (literal.isPresent()) {
            errors.add(FieldError.invalid(place, text, "compilation failed: " + literal.get()));
            return null;
        }
        return rule;
    }

    private void cost(FieldPath place, double once, double count) {
        double cost = once == 0 || count == 0 ? 0 : once * count;
        if (cost > RULE_LIMIT) {
            errors.add(FieldError.forbidden(place.path(), tooExpensive("estimated rule cost", cost, RULE_LIMIT)));
        }
        total += cost;
        if (cost >= SCHEMA_LIMIT / 100) {
            expensive.put(place, cost);
            if (expensive.size() > 4) {
                expensive.entrySet().stream()
                        .min(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .ifPresent(expensive::remove);
            }
        }
    }

    private static String tooExpensive(String what, double cost, double limit) {
        double factor = cost / limit;
        return what + " exceeds budget by factor of "
                + (factor > 100 ? "more than 100x" : String.format(Locale.ROOT, "%.1fx", factor))
                + " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and"
                + " strings are declared)";
    }

    /** A regular expression, duration or timestamp in a rule that is none, or a list of values of several types. */
    private static Optional<String> wrongLiteral(CelAbstractSyntaxTree rule, CelExpr e) {
        if (isMixed(rule, e)) {
            return Optional.of("values of several types in a list or map");
        }
        if (e.getKind() == CelExpr.ExprKind.Kind.CALL && e.call().function().equals("format")) {
            return isFilled(rule, e.call())
                    ? e.call().target().flatMap(target -> wrongLiteral(rule, target))
                    : Optional.of("invalid format, or values that do not fit");
        }
        if (e.getKind() == CelExpr.ExprKind.Kind.CALL) {
            var call = e.call();
            int size = call.args().size();
            boolean fits = switch (call.function()) {
                case "matches" -> size == 0 || isPattern(call.args().get(size - 1));
                case "duration" ->
                    size != 1
                            || literal(call.args().getFirst())
                                    .map(text -> KubeFunctions.goDuration(text).isPresent())
                                    .orElse(true);
                case "timestamp" ->
                    size != 1
                            || literal(call.args().getFirst())
                                    .map(CompiledRules::isTime)
                                    .orElse(true);
                default -> true;
            };
            if (!fits) {
                return Optional.of("invalid " + call.function() + " argument");
            }
        }
        return children(e).stream()
                .flatMap(child -> wrongLiteral(rule, child).stream())
                .findFirst();
    }

    /** Whether a text that is known fits a list of values that is. */
    private static boolean isFilled(CelAbstractSyntaxTree rule, CelExpr.CelCall call) {
        Optional<String> format = call.target().flatMap(CompiledRules::literal);
        CelExpr values = call.args().getFirst();
        return format.isEmpty()
                || values.getKind() != CelExpr.ExprKind.Kind.LIST
                || TextFormat.fits(
                        format.get(),
                        values.list().elements().stream()
                                .map(value -> rule.getType(value.id()).orElse(SimpleType.DYN))
                                .toList());
    }

    private static boolean isMixed(CelAbstractSyntaxTree rule, CelExpr e) {
        return switch (e.getKind()) {
            case LIST -> {
                List<CelExpr> elements = e.list().elements();
                yield IntStream.range(0, elements.size())
                                .mapToObj(i -> type(
                                        rule,
                                        elements.get(i),
                                        e.list().optionalIndices().contains(i)))
                                .distinct()
                                .count()
                        > 1;
            }
            case MAP -> {
                var entries = e.map().entries();
                yield entries.stream()
                                        .map(entry -> type(rule, entry.key(), false))
                                        .distinct()
                                        .count()
                                > 1
                        || entries.stream()
                                        .map(entry -> type(rule, entry.value(), entry.optionalEntry()))
                                        .distinct()
                                        .count()
                                > 1;
            }
            default -> false;
        };
    }

    /** The type of a value in a list or map; of an optional one, the type that it has if it is there. */
    private static Optional<CelType> type(CelAbstractSyntaxTree rule, CelExpr value, boolean optional) {
        return rule.getType(value.id())
                .map(type -> optional && type instanceof OptionalType its
                        ? its.parameters().getFirst()
                        : type);
    }

    private static Optional<String> literal(CelExpr e) {
        return e.getKind() == CelExpr.ExprKind.Kind.CONSTANT && e.constant().getKind() == CelConstant.Kind.STRING_VALUE
                ? Optional.of(e.constant().stringValue())
                : Optional.empty();
    }

    private static boolean isPattern(CelExpr e) {
        try {
            literal(e).ifPresent(Pattern::compile);
            return true;
        } catch (PatternSyntaxException _) {
            return false;
        }
    }

    private static boolean isTime(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeException _) {
            return false;
        }
    }

    private static boolean uses(CelExpr e, String name) {
        return (e.getKind() == CelExpr.ExprKind.Kind.IDENT && e.ident().name().equals(name))
                || children(e).stream().anyMatch(child -> uses(child, name));
    }

    private static List<CelExpr> children(CelExpr e) {
        List<CelExpr> children = new ArrayList<>();
        switch (e.getKind()) {
            case SELECT -> children.add(e.select().operand());
            case CALL -> {
                e.call().target().ifPresent(children::add);
                children.addAll(e.call().args());
            }
            case LIST -> children.addAll(e.list().elements());
            case MAP ->
                e.map().entries().forEach(entry -> {
                    children.add(entry.key());
                    children.add(entry.value());
                });
            case STRUCT -> e.struct().entries().forEach(entry -> children.add(entry.value()));
            case COMPREHENSION -> {
                var loop = e.comprehension();
                children.addAll(List.of(
                        loop.iterRange(), loop.accuInit(), loop.loopCondition(), loop.loopStep(), loop.result()));
            }
            default -> {
                // has no parts
            }
        }
        return children;
    }

    /** Defaults must keep the rules, as a new value and as one that stays. */
    private static void defaults(Node node, FieldPath place, List<FieldError> errors) {
        JsonNode fallback = node.schema.path("default");
        if (!fallback.isMissingNode()) {
            for (JsonNode before : List.<JsonNode>of(fallback, Json.NODES.missingNode())) {
                Evaluation evaluation = new Evaluation();
                evaluation.value(node, fallback, before, false, place.field("default"));
                if (!evaluation.errors.isEmpty()) {
                    errors.addAll(evaluation.errors);
                    break;
                }
            }
        }
        node.properties.forEach(
                (name, child) -> defaults(child, place.field("properties").field("[" + name + "]"), errors));
        if (node.items != null) {
            defaults(node.items, place.field("items"), errors);
        }
    }

    /** Evaluates the rules for one object. */
    private static final class Evaluation {

        private final List<FieldError> errors = new ArrayList<>();

        /** What all rules may still cost; negative if no more are evaluated. */
        private long budget = OBJECT_LIMIT;

        /**
         * Evaluates the rules of a value, and of what it contains.
         *
         * @param unchanged whether it is the same as before, or part of a value that is
         */
        void value(Node node, JsonNode value, JsonNode before, boolean unchanged, FieldPath place) {
            if (Json.isAbsent(value) || budget < 0) {
                return;
            }
            if (node.type != null && !node.rules.isEmpty()) {
                rules(node.rules, node.type, value, before, unchanged, place);
            }
            for (Map.Entry<String, JsonNode> field : value.properties()) {
                Node child = node.properties.get(field.getKey());
                FieldPath at = place.field(field.getKey());
                if (child == null && node.values != null) {
                    child = node.values;
                    at = place.field("[" + field.getKey() + "]");
                }
                if (child != null) {
                    JsonNode old = before.path(field.getKey());
                    value(child, field.getValue(), old, unchanged || same(field.getValue(), old), at);
                }
            }
            Node items = node.items;
            for (int i = 0; items != null && value.isArray() && i < value.size(); i++) {
                JsonNode old = correlated(node.schema, value.get(i), before);
                value(items, value.get(i), old, unchanged || same(value.get(i), old), place.index(i));
            }
        }

        private static boolean same(JsonNode value, JsonNode before) {
            return !before.isMissingNode() && JsonEquality.strict(value, before);
        }

        /** The element of a list of type map that has the same keys; missing in other lists. */
        private static JsonNode correlated(JsonNode schema, JsonNode element, JsonNode before) {
            if (!schema.path("x-kubernetes-list-type").asText().equals("map")) {
                return Json.NODES.missingNode();
            }
            List<String> keys = ObjectTrees.texts(schema.path("x-kubernetes-list-map-keys"));
            return before.valueStream()
                    .filter(old -> keys.stream().allMatch(key -> JsonEquality.strict(old.path(key), element.path(key))))
                    .findFirst()
                    .orElse(Json.NODES.missingNode());
        }

        private void rules(
                List<Rule> rules,
                SchemaType type,
                JsonNode value,
                JsonNode before,
                boolean unchanged,
                FieldPath place) {
            if (budget == 0) {
                stop(place, type.json().path("type").asText(), NO_BUDGET);
                return;
            }
            Object self = type.value(value);
            Optional<Object> oldSelf = Json.isAbsent(before) ? Optional.empty() : Optional.of(type.value(before));
            for (Rule rule : rules) {
                Map<String, Object> variables = new HashMap<>();
                variables.put("self", self);
                if (rule.hasOptionalOldSelf()) {
                    variables.put("oldSelf", oldSelf);
                } else {
                    oldSelf.ifPresent(old -> variables.put("oldSelf", old));
                }
                if (budget >= 0 && (!rule.usesOldSelf || variables.containsKey("oldSelf"))) {
                    rule(rule, type, value, variables, unchanged && !rule.usesOldSelf, place);
                }
            }
        }

        /**
         * Evaluates a rule.
         *
         * @param accepted whether it does not matter if the value breaks the rule, as it did before
         */
        private void rule(
                Rule rule,
                SchemaType type,
                JsonNode value,
                Map<String, Object> variables,
                boolean accepted,
                FieldPath place) {
            if (rule.program == null) {
                return;
            }
            CountedProgram.Result result = rule.program.evaluate(variables);
            String typeName = type.json().path("type").asText();
            if (result.cost() > budget) {
                stop(place, typeName, NO_BUDGET);
                return;
            }
            budget -= result.cost();
            if (result.cost() > CountedProgram.LIMIT) {
                stop(
                        place,
                        typeName,
                        "'operation cancelled: actual cost limit exceeded': no further validation rules will be run due"
                                + " to call cost exceeds limit for rule: " + shown(rule.json));
            } else if (result.error() != null && !accepted) {
                errors.add(FieldError.invalid(
                        place.path(), typeName, result.error().getMessage() + " evaluating rule: " + shown(rule.json)));
            } else if (!accepted && !Boolean.TRUE.equals(result.value())) {
                FieldPath at = rule.fieldPath.isEmpty() ? place : place.field(rule.fieldPath);
                message(rule, typeName, variables, at)
                        .ifPresent(message -> errors.add(broken(rule, at, value, message)));
            }
        }

        /** Refuses the value without evaluating more rules. */
        private void stop(FieldPath place, String type, String problem) {
            errors.add(FieldError.invalid(place.path(), type, problem));
            budget = -1;
        }

        private static FieldError broken(Rule rule, FieldPath at, JsonNode value, String message) {
            return switch (rule.json.path("reason").asText()) {
                case "FieldValueForbidden" -> FieldError.forbidden(at.path(), message);
                case "FieldValueRequired" -> FieldError.required(at.path(), message);
                case "FieldValueDuplicate" -> FieldError.duplicate(at, value);
                default ->
                    value.isContainerNode()
                            ? new FieldError(at.path(), "Invalid value: " + message)
                            : FieldError.invalid(at, value, message);
            };
        }

        /** What a broken rule says; empty if that is too expensive, which is a problem of its own. */
        private Optional<String> message(Rule rule, String type, Map<String, Object> variables, FieldPath at) {
            if (rule.message != null) {
                CountedProgram.Result result = rule.message.evaluate(variables);
                if (result.cost() > budget) {
                    stop(
                            at,
                            type,
                            "messageExpression evaluation failed due to running out of cost budget, no further"
                                    + " validation rules will be run");
                    return Optional.empty();
                }
                if (result.cost() > CountedProgram.LIMIT) {
                    stop(
                            at,
                            type,
                            "no further validation rules will be run due to call cost exceeds limit for"
                                    + " messageExpression: \""
                                    + rule.json.path("messageExpression").asText() + "\"");
                    return Optional.empty();
                }
                budget -= result.cost();
                String text =
                        result.value() == null ? "" : result.value().toString().strip();
                if (!text.isEmpty() && text.indexOf('\n') < 0 && text.length() <= MAX_MESSAGE) {
                    return Optional.of(text);
                }
            }
            return Optional.of(rule.json.has("message") ? shown(rule.json) : "failed rule: " + shown(rule.json));
        }

        private static String shown(JsonNode rule) {
            return (rule.has("message") ? rule.path("message") : rule.path("rule"))
                    .asText()
                    .strip();
        }
    }

    /** The CEL library with the functions of Kubernetes. */
    static final class Library {

        private static final CelOptions OPTIONS = options();
        private static final CelStringExtensions STRINGS =
                CelExtensions.strings(EnumSet.complementOf(EnumSet.of(CelStringExtensions.Function.REVERSE)));

        private final KubeFunctions functions = new KubeFunctions();
        private final CelRuntime runtime = CelRuntimeFactory.plannerRuntimeBuilder()
                .setOptions(OPTIONS)
                .addLibraries(
                        CelExtensions.optional(),
                        STRINGS,
                        CelExtensions.sets(OPTIONS),
                        CelExtensions.comprehensions(),
                        CelExtensions.lists())
                .setStandardFunctions(KeyedLists.others())
                .addFunctionBindings(new KeyedLists(OPTIONS).bindings())
                .addFunctionBindings(functions.bindings())
                .build();

        private static CelOptions options() {
            return CelOptions.current()
                    .enableHeterogeneousNumericComparisons(true)
                    .enableOptionalSyntax(true)
                    .comprehensionMaxIterations(1_000_000)
                    .build();
        }

        CelCompiler compiler(SchemaType type, boolean optionalOldSelf) {
            CelType old = optionalOldSelf ? OptionalType.create(type.cel()) : type.cel();
            return builder(ImmutableList.copyOf(type.structs()))
                    .addVar("self", type.cel())
                    .addVar("oldSelf", old)
                    .build();
        }

        /** A compiler of expressions without variables. */
        CelCompilerBuilder builder(ImmutableList<StructType> structs) {
            return CelCompilerFactory.standardCelCompilerBuilder()
                    .setOptions(OPTIONS)
                    .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                    .setTypeProvider(new Types(structs))
                    .addFunctionDeclarations(functions.declarations())
                    .addLibraries(
                            CelExtensions.optional(),
                            STRINGS,
                            CelExtensions.sets(OPTIONS),
                            CelExtensions.comprehensions(),
                            CelExtensions.lists());
        }

        @Nullable
        CountedProgram program(@Nullable CelAbstractSyntaxTree rule) {
            try {
                return rule == null ? null : new CountedProgram(rule, runtime.createProgram(rule));
            } catch (CelEvaluationException e) {
                throw new IllegalStateException(e);
            }
        }

        /** The types of the objects in a schema. */
        private record Types(ImmutableList<StructType> structs) implements CelTypeProvider {
            @Override
            public ImmutableCollection<CelType> types() {
                return ImmutableList.copyOf(structs);
            }

            @Override
            public Optional<CelType> findType(String name) {
                return structs.stream()
                        .filter(struct -> struct.name().equals(name))
                        .<CelType>map(struct -> struct)
                        .findFirst();
            }
        }
    }
}
