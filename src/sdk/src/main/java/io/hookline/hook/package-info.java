/**
 * The SDK for authors of Java hooks.
 *
 * <p>A hook is a class that implements one or more of these interfaces:
 *
 * <ul>
 *   <li>{@link SyncHook} and {@link FinalizeHook}: the hooks of a CompositeController.
 *   <li>{@link DecorateHook} and {@link UndecorateHook}: the hooks of a DecoratorController.
 *   <li>{@link CustomizeHook}: selects related objects, for controllers of both kinds.
 *   <li>{@link ValidateHook} and {@link MutateHook}: the webhooks of admission for a kind.
 * </ul>
 *
 * <p>Its input is a {@link Sync}, its result an {@link Answer} or a {@link Decoration}; of the last two, an {@link Admission} and a {@link Verdict}. A unit test builds the input
 * with {@link Sync#of(Object)} and reads the result with {@link Answer#sent}. A {@link ChildTemplate} is a child in YAML. For what many hooks
 * need, there are {@link Conditions}, {@link Hash}, {@link Names}, {@link Labels} and {@link Quantities};
 * {@link CrdField} is for the schema of a parent.
 *
 * <p>Entry points for contributors:
 *
 * <ul>
 *   <li>To change the input of a hook, open {@link Sync}.
 *   <li>To change how tests build that input, open {@link SyncBuilder} and {@link ServerMetadata}.
 *   <li>To change the result of a hook, open {@link Answer} and {@link Decoration}; how tests read it: {@link SentAnswer}.
 *   <li>To change how related objects are selected, open {@link RelatedRule}.
 *   <li>To change how children are written in YAML, open {@link ChildTemplate}.
 *   <li>To change how requests reach a Java class, open {@link JavaHook}.
 *   <li>To change how objects are converted to and from Java classes, open {@link JsonBinding}, for absent fields also
 *       {@link RequiredPrimitive}.
 * </ul>
 */
@NullMarked
package io.hookline.hook;

import org.jspecify.annotations.NullMarked;
