package io.hookline.hook;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The schema and documentation of a component of a record, beside its type; {@code hookline crd} writes it.
 *
 * <pre>{@code
 * record Spec(
 *         @CrdField(defaultValue = "1", minimum = 0, maximum = 100) int replicas,
 *         @CrdField(pattern = "[a-z]+\\.example\\.com", column = "Host") String host) {}
 * }</pre>
 *
 * <p>The API server enforces it. It has no effect when a hook reads an object.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface CrdField {

    /**
     * The value of an absent field, as a text ({@code nginx}) or as JSON ({@code 3}, {@code true}, {@code ["a"]});
     * empty for none. The API server fills it in, so a field with a default is not required.
     */
    String defaultValue() default "";

    /**
     * Whether the field must be set. A primitive component without default is required in any case, except in the
     * status.
     */
    boolean required() default false;

    /** The least number. */
    long minimum() default Long.MIN_VALUE;

    /** The largest number. */
    long maximum() default Long.MAX_VALUE;

    /** The least length of a text in characters, of a list in items, or of a map in entries. */
    int minSize() default 0;

    /** The largest length of a text in characters, of a list in items, or of a map in entries. */
    int maxSize() default Integer.MAX_VALUE;

    /** A regular expression (RE2) that the whole text must match; empty for none. */
    String pattern() default "";

    /**
     * The title of a column of {@code kubectl get} with the value; empty for none. On a list of conditions, the type of
     * the condition whose status the column shows.
     */
    String column() default "";
}
