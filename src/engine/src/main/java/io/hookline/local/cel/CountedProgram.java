package io.hookline.local.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelEvaluationListener;
import dev.cel.runtime.CelRuntime;
import io.hookline.local.machinery.IpAddresses.Range;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rule that can be evaluated. It counts how expensive that is, in the units of the real server, and ends an
 * evaluation that is too expensive. Not counted are the parts that have no value but an error. Immutable.
 */
final class CountedProgram {

    /** The largest cost of one evaluation. */
    static final long LIMIT = 1_000_000;

    private static final double TRAVERSAL = 0.1;
    private static final double REGEX = 0.25;
    private static final long LIST = 10;
    private static final long MAP = 30;
    private static final long STRUCT = 40;

    /** Functions whose call with a literal is one, too. */
    private static final Set<String> CONVERSIONS =
            Set.of("bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint");

    private final CelAbstractSyntaxTree rule;
    private final CelRuntime.Program program;
    private final Map<Long, Part> parts = new HashMap<>();

    CountedProgram(CelAbstractSyntaxTree rule, CelRuntime.Program program) {
        this.rule = rule;
        this.program = program;
        add(rule.getExpr(), Role.VALUE);
    }

    /** What a part of a rule is for the one around it. */
    private enum Role {
        VALUE,
        /** One of both results of a condition. */
        BRANCH,
        /** What a field or an element is taken of; it is counted with that. */
        OPERAND
    }

    /** A part of a rule: where its last value is kept, and what it costs. */
    private record Part(int index, Cost cost) {}

    /** The cost of a part, from the last values of all, and its own. */
    @FunctionalInterface
    private interface Cost {
        long of(@Nullable Object[] values, Object result);
    }

    /**
     * The result of an evaluation.
     *
     * @param error why there is no value; null if there is one
     * @param cost more than the limit if the evaluation was ended
     */
    record Result(@Nullable Object value, @Nullable Exception error, long cost) {}

    /** Evaluates the rule. */
    Result evaluate(Map<String, ?> variables) {
        Counter counter = new Counter();
        try {
            Object value = program.trace(variables, counter);
            return new Result(value, null, counter.cost);
        } catch (CelEvaluationException | RuntimeException e) {
            return new Result(null, e, counter.cost);
        }
    }

    /** Ends the evaluation. It is thrown for every further part, since some operators pass over errors. */
    private static final class TooExpensive extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooExpensive() {
            super("operation cancelled: actual cost limit exceeded", null, false, false);
        }
    }

    private final class Counter implements CelEvaluationListener {

        private final @Nullable Object[] values = new Object[parts.size()];
        private long cost;
        private long last;

        @Override
        public void callback(CelExpr e, Object value) {
            Part part = parts.get(e.id());
            if (part == null) {
                return;
            }
            values[part.index] = value;
            if (e.id() != last) { // the library reports some parts twice
                last = e.id();
                cost += part.cost.of(values, value);
            }
            if (cost > LIMIT) {
                throw new TooExpensive();
            }
        }
    }

    private int add(CelExpr e, Role role) {
        Cost cost = isLiteral(e)
                ? free()
                : switch (e.getKind()) {
                    case SELECT, IDENT -> access(e, role);
                    case CALL -> isAccess(e) ? access(e, role) : call(e);
                    case LIST -> {
                        e.list().elements().forEach(element -> add(element, Role.VALUE));
                        yield fixed(LIST);
                    }
                    case MAP -> {
                        e.map().entries().forEach(entry -> {
                            add(entry.key(), Role.VALUE);
                            add(entry.value(), Role.VALUE);
                        });
                        yield fixed(MAP);
                    }
                    case STRUCT -> {
                        e.struct().entries().forEach(entry -> add(entry.value(), Role.VALUE));
                        yield fixed(STRUCT);
                    }
                    case COMPREHENSION -> {
                        var loop = e.comprehension();
                        List.of(loop.iterRange(), loop.accuInit(), loop.loopCondition(), loop.loopStep(), loop.result())
                                .forEach(part -> add(part, Role.VALUE));
                        yield free();
                    }
                    default -> free();
                };
        return parts.computeIfAbsent(e.id(), _ -> new Part(parts.size(), cost)).index;
    }

    private static Cost fixed(long cost) {
        return (_, _) -> cost;
    }

    private static Cost free() {
        return fixed(0);
    }

    /** Whether the real server evaluates a part before it evaluates the rule. */
    private boolean isLiteral(CelExpr e) {
        return switch (e.getKind()) {
            case CONSTANT -> true;
            case IDENT ->
                rule.getType(e.id()).map(type -> type.kind() == CelKind.TYPE).orElse(false);
            case LIST -> e.list().elements().stream().allMatch(this::isLiteral);
            case MAP ->
                e.map().entries().stream().allMatch(entry -> isLiteral(entry.key()) && isLiteral(entry.value()));
            case CALL ->
                CONVERSIONS.contains(e.call().function())
                        && e.call().args().size() == 1
                        && isLiteral(e.call().args().getFirst());
            default -> false;
        };
    }

    /** Whether a part is a variable, a field, an element, or one of two results. */
    private boolean isAccess(CelExpr e) {
        return switch (e.getKind()) {
            case IDENT -> !isLiteral(e);
            case SELECT -> true;
            case CALL -> e.call().function().equals("_?_:_") || isStep(e);
            default -> false;
        };
    }

    /** Whether a part is a field or an element of another. */
    private static boolean isStep(CelExpr e) {
        return e.getKind() == CelExpr.ExprKind.Kind.SELECT
                || (e.getKind() == CelExpr.ExprKind.Kind.CALL
                        && Set.of("_[_]", "_?._", "_[?_]").contains(e.call().function()));
    }

    private static CelExpr operand(CelExpr step) {
        return step.getKind() == CelExpr.ExprKind.Kind.SELECT
                ? step.select().operand()
                : step.call().args().getFirst();
    }

    /** The cost of a variable, or of something in it: one for itself, and one for each field and element. */
    private Cost access(CelExpr e, Role role) {
        if (!isStep(e)) {
            if (e.getKind() == CelExpr.ExprKind.Kind.IDENT) {
                return fixed(role == Role.VALUE ? 1 : 0);
            }
            add(e.call().args().getFirst(), Role.VALUE);
            e.call().args().stream().skip(1).forEach(branch -> add(branch, Role.BRANCH));
            return free();
        }
        List<Step> steps = new ArrayList<>();
        CelExpr root = e;
        while (isStep(root)) {
            CelExpr inner = operand(root);
            boolean byOther = root.getKind() == CelExpr.ExprKind.Kind.CALL
                    && isAccess(root.call().args().get(1));
            if (root.getKind() == CelExpr.ExprKind.Kind.CALL) {
                add(root.call().args().get(1), Role.VALUE);
            }
            int index = root.id() == e.id()
                    ? -1
                    : parts.computeIfAbsent(root.id(), _ -> new Part(parts.size(), free())).index;
            steps.addFirst(new Step(index, byOther ? 0 : 1));
            root = inner;
        }
        add(root, isAccess(root) ? Role.OPERAND : Role.VALUE);
        boolean tests =
                e.getKind() == CelExpr.ExprKind.Kind.SELECT && e.select().testOnly();
        boolean isConditional = root.getKind() == CelExpr.ExprKind.Kind.CALL && isAccess(root);
        long first = role == Role.BRANCH || tests || isConditional ? 0 : 1;
        return (values, result) -> {
            long cost = first;
            for (Step step : steps) {
                if (Optional.empty().equals(step.index < 0 ? result : values[step.index])) {
                    break;
                }
                cost += step.cost;
            }
            return cost;
        };
    }

    /** A field or an element: where its value is kept, and what it costs if it is there. */
    private record Step(int index, long cost) {}

    private Cost call(CelExpr e) {
        CelExpr.CelCall call = e.call();
        List<CelExpr> all = new ArrayList<>();
        call.target().ifPresent(all::add);
        all.addAll(call.args());
        int[] at = all.stream().mapToInt(arg -> add(arg, Role.VALUE)).toArray();
        String overload = overload(e);
        if (overload.equals("in_list") && isLiteral(all.get(1))) {
            return free(); // the real server makes a set of it
        }
        return (values, result) -> {
            Object one = at.length > 0 ? values[at[0]] : null;
            Object other = at.length > 1 ? values[at[1]] : null;
            return switch (call.function()) {
                case "_&&_", "_||_", "orValue", "or" -> 0;
                case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> traversal(one);
                case "url",
                        "lowerAscii",
                        "upperAscii",
                        "substring",
                        "trim",
                        "cidr",
                        "isIP",
                        "isCIDR",
                        "quantity",
                        "isQuantity",
                        "semver",
                        "isSemver",
                        "startsWith",
                        "endsWith",
                        "format",
                        "strings.quote" -> part(size(one), TRAVERSAL);
                case "ip" -> one instanceof Range ? 1 : part(size(one), TRAVERSAL);
                case "replace", "split", "ip.isCanonical" -> part(size(one), 2 * TRAVERSAL);
                case "join" -> part(size(result), 2 * TRAVERSAL);
                case "find", "findAll" -> regex(one, size(other));
                case "containsIP", "containsCIDR" -> contains(call.function().equals("containsCIDR"), size(one), other);
                case "validate" -> regex(other, KubeFunctions.patternLength(one));
                case "sets.contains", "sets.intersects" -> 1 + size(one) * size(other);
                case "sets.equivalent" -> 1 + 2 * size(one) * size(other);
                case "slice", "reverse", "lists.range" -> 1 + LIST + size(result);
                case "flatten" -> 1 + LIST + size(one) * (other instanceof Long depth ? depth : 1);
                case "distinct", "sort", "lists.@sortByAssociatedKeys" -> 1 + LIST + comparisons(one);
                case "_==_" -> one instanceof InetAddress ? 1 : part(Math.min(size(one), size(other)), TRAVERSAL);
                case "_!=_" -> part(Math.min(size(one), size(other)), TRAVERSAL);
                default -> byOverload(overload, one, other);
            };
        };
    }

    private static long byOverload(String overload, @Nullable Object one, @Nullable Object other) {
        return switch (overload) {
            case "string_to_bytes", "bytes_to_string" -> part(size(one), TRAVERSAL);
            case "in_list" -> size(other);
            case "less_string",
                    "greater_string",
                    "less_equals_string",
                    "greater_equals_string",
                    "less_bytes",
                    "greater_bytes",
                    "less_equals_bytes",
                    "greater_equals_bytes" -> part(Math.min(size(one), size(other)), TRAVERSAL);
            case "add_string", "add_bytes" -> part(size(one) + size(other), TRAVERSAL);
            case "matches_string" -> regex(one, size(other));
            case "contains_string" -> part(size(one), TRAVERSAL) * part(size(other), TRAVERSAL);
            default -> 1;
        };
    }

    /** The function for these types; empty if they are known only when the rule is evaluated. */
    private String overload(CelExpr e) {
        return rule.getReference(e.id())
                .filter(reference -> reference.overloadIds().size() == 1)
                .map(reference -> reference.overloadIds().getFirst())
                .orElse("");
    }

    private static long part(long size, double factor) {
        return (long) Math.ceil(size * factor);
    }

    private static long regex(@Nullable Object text, long pattern) {
        return part(1 + size(text), TRAVERSAL) * part(pattern, REGEX);
    }

    private static long contains(boolean range, long size, @Nullable Object other) {
        return part(2 * size, TRAVERSAL)
                + (range ? part(size, TRAVERSAL) + 1 : 0)
                + (other instanceof String ? part(size(other), TRAVERSAL) : 0);
    }

    /** The cost to compare each element of a list, or the first of each, with each. */
    private static long comparisons(@Nullable Object list) {
        Object element = list instanceof Collection<?> all && !all.isEmpty()
                ? all.iterator().next()
                : null;
        if (element instanceof List<?> pair && !pair.isEmpty()) {
            element = pair.getFirst();
        }
        boolean texts = element instanceof String || element instanceof CelByteString;
        return (long) (size(list) * size(list) * (texts ? 2 + TRAVERSAL : 2));
    }

    private static long traversal(@Nullable Object value) {
        return switch (value) {
            case String text -> (long) (text.getBytes(StandardCharsets.UTF_8).length * TRAVERSAL);
            case CelByteString bytes -> (long) (bytes.size() * TRAVERSAL);
            case Collection<?> list ->
                list.stream().mapToLong(CountedProgram::traversal).sum();
            case Map<?, ?> map -> traversal(map.keySet()) + traversal(map.values());
            case null, default -> 1;
        };
    }

    /** The number of characters, bytes, elements or entries; one for others. */
    private static long size(@Nullable Object value) {
        return switch (value) {
            case String text -> text.codePointCount(0, text.length());
            case CelByteString bytes -> bytes.size();
            case Collection<?> list -> list.size();
            case Map<?, ?> map -> map.size();
            case InetAddress address -> address.getAddress().length;
            case Range range -> (range.bits() + 7) / 8;
            case Optional<?> optional -> optional.map(CountedProgram::size).orElse(1L);
            case null, default -> 1;
        };
    }
}
