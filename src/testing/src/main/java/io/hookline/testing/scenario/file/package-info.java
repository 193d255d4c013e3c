/**
 * The values in {@code expect.yaml}. Every error names file, line and field.
 *
 * <p>Entry point: {@link LocatedYaml}.
 *
 * <ul>
 *   <li>To change paths into an object, open {@link ValuePath}.
 *   <li>To change how an expected value is compared, open {@link ValueMatcher}.
 *   <li>To change how an object is named, open {@link ObjectRef}.
 *   <li>To change how the fields of a mapping are read, open {@link MappingReader}.
 * </ul>
 */
@NullMarked
package io.hookline.testing.scenario.file;

import org.jspecify.annotations.NullMarked;
