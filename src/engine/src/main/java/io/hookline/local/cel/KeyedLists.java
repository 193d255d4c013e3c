package io.hookline.local.cel;

import dev.cel.common.CelOptions;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import dev.cel.runtime.RuntimeEquality;
import dev.cel.runtime.RuntimeHelpers;
import dev.cel.runtime.standard.AddOperator.AddOverload;
import dev.cel.runtime.standard.InOperator.InOverload;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The operators {@code ==}, {@code !=}, {@code in} and {@code +}, which know a {@link KeyedList}. Immutable. */
final class KeyedLists {

    private final CelOptions options;
    private final RuntimeEquality equality;

    KeyedLists(CelOptions options) {
        this.options = options;
        this.equality = RuntimeEquality.create(RuntimeHelpers.create(), options);
    }

    /** The functions of the library without these operators. */
    static CelStandardFunctions others() {
        return CelStandardFunctions.newBuilder()
                .excludeFunctions(
                        StandardFunction.EQUALS, StandardFunction.NOT_EQUALS, StandardFunction.IN, StandardFunction.ADD)
                .build();
    }

    @SuppressWarnings({"unchecked", "Immutable"}) // as for the functions of Kubernetes
    List<CelFunctionBinding> bindings() {
        List<CelFunctionBinding> all = new ArrayList<>();
        all.addAll(CelFunctionBinding.fromOverloads(
                "_==_", CelFunctionBinding.from("equals", Object.class, Object.class, this::same)));
        all.addAll(CelFunctionBinding.fromOverloads(
                "_!=_",
                CelFunctionBinding.from("not_equals", Object.class, Object.class, (one, other) -> !same(one, other))));
        all.addAll(CelFunctionBinding.fromOverloads(
                "@in",
                InOverload.IN_MAP.newFunctionBinding(options, equality),
                CelFunctionBinding.from(
                        "in_list",
                        Object.class,
                        List.class,
                        (element, list) -> ((List<Object>) list).stream().anyMatch(each -> same(each, element)))));
        List<CelFunctionBinding> sums = new ArrayList<>();
        Stream.of(AddOverload.values())
                .filter(overload -> overload != AddOverload.ADD_LIST)
                .forEach(overload -> sums.add(overload.newFunctionBinding(options, equality)));
        sums.add(CelFunctionBinding.from(
                "add_list",
                List.class,
                List.class,
                (one, other) -> one instanceof KeyedList keyed
                        ? keyed.plus((List<Object>) other)
                        : RuntimeHelpers.concat((List<Object>) one, (List<Object>) other)));
        all.addAll(CelFunctionBinding.fromOverloads("_+_", sums));
        return all;
    }

    /** Whether values are equal. A list on the left decides whether the order of its elements counts. */
    private boolean same(Object one, Object other) {
        if (one instanceof List<?> list && other instanceof List<?> its) {
            return list.size() == its.size()
                    && (list instanceof KeyedList keyed ? keyed.matches(its, this::same) : inOrder(list, its));
        }
        if (one instanceof Map<?, ?> map && other instanceof Map<?, ?> its) {
            return map.size() == its.size()
                    && map.entrySet().stream()
                            .allMatch(entry -> equality.findInMap(its, entry.getKey())
                                    .filter(value -> same(entry.getValue(), value))
                                    .isPresent());
        }
        if (one instanceof Optional<?> optional && other instanceof Optional<?> its) {
            return optional.isPresent() == its.isPresent() && (optional.isEmpty() || same(optional.get(), its.get()));
        }
        return equality.objectEquals(one, other);
    }

    private boolean inOrder(List<?> one, List<?> other) {
        Iterator<?> its = other.iterator();
        return one.stream().allMatch(element -> same(element, its.next()));
    }
}
