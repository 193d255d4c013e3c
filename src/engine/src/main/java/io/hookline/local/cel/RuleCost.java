package io.hookline.local.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how expensive a rule can be, from the largest values that its schema allows. The numbers are those of the
 * real server, which refuses definitions by them.
 */
final class RuleCost {

    private static final double TRAVERSAL = 0.1;
    private static final double REGEX = 0.25;
    private static final Size ONE = new Size(1, 1);
    private static final Size UNKNOWN = new Size(0, Double.POSITIVE_INFINITY);

    private final CelAbstractSyntaxTree rule;
    private final SchemaType root;
    private final Map<Long, List<String>> paths = new HashMap<>();
    private final Map<Long, Size> sizes = new HashMap<>();
    private final Map<Long, Entries> entries = new HashMap<>();
    private final Map<String, Deque<Local>> locals = new HashMap<>();

    private RuleCost(CelAbstractSyntaxTree rule, SchemaType root) {
        this.rule = rule;
        this.root = root;
    }

    /** A size or a cost: at least, and at most. */
    private record Size(double least, double most) {
        Size plus(Size other) {
            return new Size(least + other.least, most + other.most);
        }

        Size times(Size other) {
            return new Size(product(least, other.least), product(most, other.most));
        }

        Size times(double factor) {
            return new Size(Math.ceil(least * factor), Math.ceil(most * factor));
        }

        Size or(Size other) {
            return new Size(Math.min(least, other.least), Math.max(most, other.most));
        }

        private static double product(double one, double other) {
            return one == 0 || other == 0 ? 0 : one * other;
        }
    }

    /** The sizes of the keys and values of a list or a map. */
    private record Entries(boolean list, Size key, Size value) {
        @Nullable
        Entries or(@Nullable Entries other) {
            return other == null ? null : new Entries(list, key.or(other.key), value.or(other.value));
        }
    }

    private record Local(
            List<String> path,
            @Nullable Size size,
            @Nullable Entries entries) {}

    private record Call(Size cost, @Nullable Size result) {
        private static Call of(Size cost) {
            return new Call(cost, null);
        }
    }

    /** The largest cost of one evaluation; infinite if there is no bound. */
    static double most(CelAbstractSyntaxTree rule, SchemaType root) {
        return new RuleCost(rule, root).cost(rule.getExpr()).most;
    }

    private Size cost(CelExpr e) {
        return switch (e.getKind()) {
            case IDENT -> {
                Local local = local(e.ident().name());
                paths.put(e.id(), local == null ? List.of(e.ident().name()) : local.path);
                yield ONE;
            }
            case SELECT -> select(e);
            case CALL -> call(e);
            case LIST -> list(e);
            case MAP -> map(e);
            case STRUCT ->
                e.struct().entries().stream().map(entry -> cost(entry.value())).reduce(new Size(40, 40), Size::plus);
            case COMPREHENSION -> isBind(e) ? bind(e) : comprehension(e);
            default -> new Size(0, 0);
        };
    }

    private Size select(CelExpr e) {
        CelExpr operand = e.select().operand();
        Size sum = cost(operand);
        if (e.select().testOnly()) {
            return sum;
        }
        CelKind kind = kind(operand);
        paths.put(e.id(), then(path(operand), e.select().field()));
        return kind == CelKind.MAP || kind == CelKind.STRUCT || kind == CelKind.TYPE_PARAM ? sum.plus(ONE) : sum;
    }

    private Size list(CelExpr e) {
        Size sum = new Size(10, 10);
        Size items = new Size(e.list().elements().isEmpty() ? 0 : Double.POSITIVE_INFINITY, 0);
        for (CelExpr element : e.list().elements()) {
            sum = sum.plus(cost(element));
            items = items.or(sizeOrUnknown(element));
        }
        entries.put(e.id(), new Entries(true, ONE, items));
        return sum;
    }

    private Size map(CelExpr e) {
        Size sum = new Size(30, 30);
        double none = e.map().entries().isEmpty() ? 0 : Double.POSITIVE_INFINITY;
        Size keys = new Size(none, 0);
        Size values = new Size(none, 0);
        for (var entry : e.map().entries()) {
            sum = sum.plus(cost(entry.key())).plus(cost(entry.value()));
            keys = keys.or(sizeOrUnknown(entry.key()));
            values = values.or(sizeOrUnknown(entry.value()));
        }
        entries.put(e.id(), new Entries(false, keys, values));
        return sum;
    }

    private Size comprehension(CelExpr e) {
        var loop = e.comprehension();
        Size sum = cost(loop.iterRange()).plus(cost(loop.accuInit()));
        push(loop.accuVar(), new Local(path(loop.accuInit()), size(loop.accuInit()), entries(loop.accuInit())));
        Entries range = entries(loop.iterRange());
        boolean isList = range == null ? kind(loop.iterRange()) == CelKind.LIST : range.list;
        boolean two = !loop.iterVar2().isEmpty();
        List<String> path = path(loop.iterRange());
        Local value = new Local(then(path, isList ? "@items" : "@values"), range == null ? null : range.value, null);
        Local key = new Local(then(path, isList ? "@indices" : "@keys"), range == null ? null : range.key, null);
        push(loop.iterVar(), two || !isList ? key : value);
        if (two) {
            push(loop.iterVar2(), value);
        }
        Size each = cost(loop.loopCondition()).plus(cost(loop.loopStep()));
        pop(loop.iterVar());
        if (two) {
            pop(loop.iterVar2());
        }
        sum = sum.plus(cost(loop.result()));
        pop(loop.accuVar());
        Size count = sizeOrUnknown(loop.iterRange());
        switch (loop.accuInit().getKind()) {
            case CONSTANT -> setSize(e, size(loop.accuInit()));
            case LIST, MAP -> {
                setSize(e, count);
                Entries step = entries(loop.loopStep());
                if (step != null) {
                    entries.put(e.id(), step);
                }
            }
            default -> {
                // of unknown size
            }
        }
        return sum.plus(count.times(each));
    }

    private static boolean isBind(CelExpr e) {
        var loop = e.comprehension();
        return loop.iterRange().getKind() == CelExpr.ExprKind.Kind.LIST
                && loop.iterRange().list().elements().isEmpty()
                && loop.loopCondition().getKind() == CelExpr.ExprKind.Kind.CONSTANT
                && !isAccumulator(loop.accuVar());
    }

    private Size bind(CelExpr e) {
        var loop = e.comprehension();
        Size sum = cost(loop.iterRange()).plus(cost(loop.accuInit()));
        push(loop.accuVar(), new Local(path(loop.accuInit()), size(loop.accuInit()), entries(loop.accuInit())));
        sum = sum.plus(cost(loop.result()));
        pop(loop.accuVar());
        setSize(e, size(loop.result()));
        Entries result = entries(loop.result());
        if (result != null) {
            entries.put(e.id(), result);
        }
        return sum;
    }

    private Size call(CelExpr e) {
        var call = e.call();
        List<CelExpr> args = call.args();
        if (call.function().equals("dyn")) {
            Size inner = cost(args.getFirst());
            setSize(e, size(args.getFirst()));
            return inner.plus(ONE);
        }
        List<Size> costs = new ArrayList<>();
        args.forEach(arg -> costs.add(cost(arg)));
        List<String> overloads = rule.getReference(e.id())
                .map(CelReference::overloadIds)
                .<List<String>>map(ids -> ids)
                .orElse(List.of());
        if (overloads.isEmpty()) {
            return new Size(0, 0);
        }
        Size sum = call.target().map(this::cost).orElse(new Size(0, 0));
        Size own = new Size(Double.POSITIVE_INFINITY, 0);
        Size result = null;
        for (String overload : overloads) {
            Call estimated = call(e, overload, costs);
            own = own.or(estimated.cost);
            if (estimated.result != null) {
                result = result == null ? estimated.result : result.or(estimated.result);
            }
            if (overload.equals("index_list") || overload.equals("index_map")) {
                Entries of = entries(args.getFirst());
                result = of == null ? null : of.value;
                paths.put(e.id(), then(path(args.getFirst()), overload.equals("index_list") ? "@items" : "@values"));
            }
            result = result == null ? size(e) : result;
        }
        setSize(e, result);
        return sum.plus(own);
    }

    private Call call(CelExpr e, String overload, List<Size> costs) {
        Size arguments = costs.stream().reduce(new Size(0, 0), Size::plus);
        Optional<Call> kube = kubernetes(e);
        if (kube.isPresent()) {
            return new Call(kube.get().cost.plus(arguments), kube.get().result);
        }
        List<CelExpr> args = e.call().args();
        CelExpr target = e.call().target().orElse(null);
        return switch (overload) {
            case "string_format" ->
                Call.of(sizeOrUnknown(target).times(TRAVERSAL).plus(arguments));
            case "string_to_bytes" -> {
                Size size = sizeOrUnknown(args.getFirst());
                yield new Call(size.times(TRAVERSAL).plus(arguments), new Size(size.least, size.most * 4));
            }
            case "bytes_to_string" -> {
                Size size = sizeOrUnknown(args.getFirst());
                yield new Call(size.times(TRAVERSAL).plus(arguments), new Size(Math.floor(size.least / 4), size.most));
            }
            case "strings_quote" -> {
                Size size = sizeOrUnknown(args.getFirst());
                yield new Call(size.times(TRAVERSAL).plus(arguments), new Size(size.least + 2, size.most * 2 + 2));
            }
            case "starts_with_string", "ends_with_string" ->
                Call.of(sizeOrUnknown(args.getFirst()).times(TRAVERSAL).plus(arguments));
            case "in_list" -> Call.of(sizeOrUnknown(args.get(1)).plus(arguments));
            case "matches_string" -> {
                Size text = sizeOrUnknown(target).plus(ONE).times(TRAVERSAL);
                yield Call.of(
                        text.times(sizeOrUnknown(args.getFirst()).times(REGEX)).plus(arguments));
            }
            case "contains_string" ->
                Call.of(sizeOrUnknown(target)
                        .times(TRAVERSAL)
                        .times(sizeOrUnknown(args.getFirst()).times(TRAVERSAL))
                        .plus(arguments));
            case "logical_or", "logical_and" ->
                Call.of(new Size(costs.getFirst().least, costs.getFirst().plus(costs.get(1)).most));
            case "conditional" -> {
                Entries one = entries(args.get(1));
                Entries both = one == null ? null : one.or(entries(args.get(2)));
                if (both != null) {
                    entries.put(e.id(), both);
                }
                yield new Call(
                        costs.getFirst().plus(costs.get(1).or(costs.get(2))),
                        sizeOrUnknown(args.get(1)).or(sizeOrUnknown(args.get(2))));
            }
            case "add_string", "add_bytes", "add_list" -> {
                Size result = sizeOrUnknown(args.getFirst()).plus(sizeOrUnknown(args.get(1)));
                Entries one = entries(args.getFirst());
                Entries both = one == null ? null : one.or(entries(args.get(1)));
                if (both != null) {
                    entries.put(e.id(), both);
                }
                yield new Call((overload.equals("add_list") ? ONE : result.times(TRAVERSAL)).plus(arguments), result);
            }
            case "less_string",
                    "greater_string",
                    "less_equals_string",
                    "greater_equals_string",
                    "less_bytes",
                    "greater_bytes",
                    "less_equals_bytes",
                    "greater_equals_bytes",
                    "equals",
                    "not_equals" -> {
                double most = Math.min(sizeOrUnknown(args.getFirst()).most, sizeOrUnknown(args.get(1)).most);
                yield Call.of(new Size(most > 0 ? 1 : 0, most).times(TRAVERSAL).plus(arguments));
            }
            default -> Call.of(ONE.plus(arguments));
        };
    }

    /** The functions of Kubernetes, and those of texts, whose costs it sets. */
    private Optional<Call> kubernetes(CelExpr e) {
        List<CelExpr> args = e.call().args();
        CelExpr target = e.call().target().orElse(null);
        Size first = args.isEmpty() ? UNKNOWN : sizeOrUnknown(args.getFirst());
        return Optional.ofNullable(
                switch (e.call().function()) {
                    case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" ->
                        target == null ? null : searched(target);
                    case "url" -> new Call(first.times(TRAVERSAL), first);
                    case "lowerAscii", "upperAscii", "substring", "trim" -> {
                        Size size = sizeOrUnknown(target);
                        yield new Call(size.times(TRAVERSAL), size);
                    }
                    case "replace" ->
                        new Call(
                                sizeOrUnknown(target).times(2 * TRAVERSAL),
                                replaced(sizeOrUnknown(target), first, sizeOrUnknown(args.get(1))));
                    case "split" -> {
                        Size size = sizeOrUnknown(target);
                        double most = args.size() > 1 && args.get(1).getKind() == CelExpr.ExprKind.Kind.CONSTANT
                                ? args.get(1).constant().int64Value()
                                : size.most;
                        yield new Call(size.times(2 * TRAVERSAL), new Size(0, most));
                    }
                    case "join" -> {
                        Size count = sizeOrUnknown(target);
                        Size size = count.times(elementSize(target));
                        if (!args.isEmpty()) {
                            size = size.plus(
                                    first.times(new Size(Math.max(0, count.least - 1), Math.max(0, count.most - 1))));
                        }
                        yield new Call(size.times(TRAVERSAL), size);
                    }
                    case "find", "findAll" -> {
                        Size size = sizeOrUnknown(target);
                        yield new Call(
                                size.plus(ONE).times(TRAVERSAL).times(first.times(REGEX)), new Size(0, size.most));
                    }
                    case "cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver" ->
                        Call.of(first.times(TRAVERSAL));
                    case "ip" -> Call.of(target == null ? first.times(TRAVERSAL) : ONE);
                    case "ip.isCanonical" -> Call.of(first.times(2 * TRAVERSAL));
                    case "containsIP", "containsCIDR" -> contains(e.call().function(), args.getFirst(), first);
                    case "validate" -> Call.of(first.times(TRAVERSAL).times(128 * REGEX));
                    case "sets.contains", "sets.intersects" ->
                        Call.of(first.times(sizeOrUnknown(args.get(1))).plus(ONE));
                    case "sets.equivalent" ->
                        Call.of(first.times(sizeOrUnknown(args.get(1))).times(2).plus(ONE));
                    case "reverse" -> allocated(sizeOrUnknown(target), 1);
                    case "flatten" -> allocated(sizeOrUnknown(target), args.isEmpty() ? 1 : whole(args.getFirst(), 0));
                    case "lists.range" -> {
                        double size = whole(args.getFirst(), Double.POSITIVE_INFINITY);
                        yield allocated(new Size(size, size), 1);
                    }
                    case "slice" -> {
                        double size = whole(args.get(1), sizeOrUnknown(target).most) - whole(args.getFirst(), 0);
                        yield allocated(new Size(size, size), 1);
                    }
                    case "distinct" -> allocated(sizeOrUnknown(target).times(sizeOrUnknown(target)), 2);
                    case "sort" -> {
                        boolean texts = type(target) instanceof ListType list
                                && list.hasElemType()
                                && (list.elemType().kind() == CelKind.STRING
                                        || list.elemType().kind() == CelKind.BYTES);
                        yield allocated(sizeOrUnknown(target).times(sizeOrUnknown(target)), texts ? 2 + TRAVERSAL : 2);
                    }
                    case "_==_" ->
                        args.size() == 2
                                        && type(args.getFirst()) instanceof OpaqueType one
                                        && !one.name().equals("kubernetes.URL")
                                ? Call.of(ONE)
                                : null;
                    default -> null;
                });
    }

    /** A call that makes a list. */
    private static Call allocated(Size size, double factor) {
        return new Call(size.times(factor).plus(ONE).plus(new Size(10, 10)), size);
    }

    private static double whole(CelExpr e, double otherwise) {
        return e.getKind() == CelExpr.ExprKind.Kind.CONSTANT && e.constant().getKind() == CelConstant.Kind.INT64_VALUE
                ? e.constant().int64Value()
                : otherwise;
    }

    private static Call contains(String function, CelExpr argument, Size size) {
        Size bytes = new Size(4, 16);
        Size cost = bytes.plus(bytes).times(TRAVERSAL);
        if (function.equals("containsCIDR")) {
            cost = cost.plus(bytes.times(TRAVERSAL)).plus(ONE);
        }
        boolean text = argument.getKind() == CelExpr.ExprKind.Kind.CONSTANT;
        return Call.of(text ? cost.plus(size.times(TRAVERSAL)) : cost);
    }

    private Call searched(CelExpr target) {
        if (!(type(target) instanceof ListType list)) {
            return Call.of(sizeOrUnknown(target).times(TRAVERSAL));
        }
        CelKind kind = list.hasElemType() ? list.elemType().kind() : CelKind.DYN;
        Size each = kind == CelKind.STRING || kind == CelKind.BYTES
                ? ONE.plus(elementSize(target).times(TRAVERSAL))
                : ONE;
        return Call.of(sizeOrUnknown(target).times(each));
    }

    /** The real server looks only at the schema here. */
    private Size elementSize(@Nullable CelExpr list) {
        List<String> path = list == null ? List.of() : path(list);
        Size size = path.isEmpty() || isAccumulator(path.getFirst()) ? null : schemaSize(then(path, "@items"));
        return size == null ? UNKNOWN : size;
    }

    private static Size replaced(Size text, Size from, Size to) {
        double most;
        if (from.least == 0) {
            most = (text.most + 1) * to.most + text.most;
        } else if (to.most <= from.least) {
            most = text.most;
        } else {
            most = Math.ceil(text.most / from.least) * to.most;
        }
        double least;
        if (from.most == 0) {
            least = (text.least + 1) * to.least + text.least;
        } else if (from.most <= to.least) {
            least = text.least;
        } else {
            least = Math.ceil(text.least / from.most) * to.least;
        }
        return new Size(Double.isNaN(least) ? 0 : least, Double.isNaN(most) ? Double.POSITIVE_INFINITY : most);
    }

    private void push(String name, Local local) {
        locals.computeIfAbsent(name, _ -> new ArrayDeque<>()).push(local);
    }

    private void pop(String name) {
        Deque<Local> all = locals.get(name);
        if (all != null) {
            all.pop();
        }
    }

    private @Nullable Local local(String name) {
        Deque<Local> all = locals.get(name);
        return all == null ? null : all.peek();
    }

    private static boolean isAccumulator(String name) {
        return name.equals("@result") || name.equals("__result__");
    }

    private @Nullable CelType type(@Nullable CelExpr e) {
        return e == null ? null : rule.getType(e.id()).orElse(null);
    }

    private @Nullable CelKind kind(CelExpr e) {
        return rule.getType(e.id()).map(CelType::kind).orElse(null);
    }

    private List<String> path(CelExpr e) {
        if (e.getKind() == CelExpr.ExprKind.Kind.IDENT) {
            Local local = local(e.ident().name());
            if (local != null) {
                return local.path;
            }
        }
        return paths.getOrDefault(e.id(), List.of());
    }

    private static List<String> then(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }

    private void setSize(CelExpr e, @Nullable Size size) {
        if (size != null) {
            sizes.put(e.id(), size);
        }
    }

    private Size sizeOrUnknown(@Nullable CelExpr e) {
        Size size = e == null ? null : size(e);
        return size == null ? UNKNOWN : size;
    }

    private @Nullable Size size(CelExpr e) {
        Size known = sizes.get(e.id());
        if (known != null) {
            return known;
        }
        Size literal = literal(e);
        if (literal != null) {
            return literal;
        }
        List<String> path = path(e);
        Size bySchema = path.isEmpty() ? null : schemaSize(path);
        if (bySchema != null) {
            sizes.put(e.id(), bySchema);
            return bySchema;
        }
        if (isScalar(type(e))) {
            return ONE;
        }
        Local local =
                e.getKind() == CelExpr.ExprKind.Kind.IDENT ? local(e.ident().name()) : null;
        return local == null ? null : local.size;
    }

    private static boolean isScalar(@Nullable CelType type) {
        if (type == null) {
            return false;
        }
        return switch (type.kind()) {
            case BOOL, DOUBLE, DURATION, INT, TIMESTAMP, UINT -> true;
            case OPAQUE ->
                type.name().equals("optional_type")
                        && isScalar(type.parameters().getFirst());
            default -> false;
        };
    }

    private static @Nullable Size literal(CelExpr e) {
        return switch (e.getKind()) {
            case CONSTANT -> {
                CelConstant constant = e.constant();
                long size = switch (constant.getKind()) {
                    case STRING_VALUE -> constant.stringValue().codePoints().count();
                    case BYTES_VALUE -> constant.bytesValue().size();
                    default -> 1;
                };
                yield new Size(size, size);
            }
            case LIST -> fixed(e.list().elements().size());
            case MAP -> fixed(e.map().entries().size());
            default -> null;
        };
    }

    private static Size fixed(int size) {
        return new Size(size, size);
    }

    /** The size of the value at a path of the object, which starts with the name of the variable. */
    private @Nullable Size schemaSize(List<String> path) {
        SchemaType at = root;
        for (String step : path.subList(1, path.size())) {
            SchemaType next = switch (step) {
                case "@items", "@values" -> at.element();
                case "@keys" -> at.key();
                default -> at.fields().get(step);
            };
            if (next == null) {
                return null;
            }
            at = next;
        }
        return new Size(0, at.most());
    }

    private @Nullable Entries entries(CelExpr e) {
        Entries known = entries.get(e.id());
        if (known != null) {
            return known;
        }
        Local local =
                e.getKind() == CelExpr.ExprKind.Kind.IDENT ? local(e.ident().name()) : null;
        return local == null ? null : local.entries;
    }
}
