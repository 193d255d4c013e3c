/**
 * The rules of custom resources in CEL, {@code x-kubernetes-validations}: compiled, estimated, evaluated and counted.
 *
 * <p>Entry point: {@link CelRules}. Nothing of the CEL library is loaded until a schema has a rule.
 *
 * <ul>
 *   <li>To change how a schema is seen by rules, open {@link SchemaType}.
 *   <li>To change the functions of Kubernetes, open {@link KubeFunctions}.
 *   <li>To change versions and the function {@code format}, open {@link Semver} and {@link TextFormat}.
 *   <li>To change when a definition has too expensive rules, open {@link RuleCost}.
 *   <li>To change when an evaluation is too expensive, open {@link CountedProgram}.
 *   <li>To change how lists of the types set and map are compared and added, open {@link KeyedLists}.
 * </ul>
 */
@NullMarked
package io.hookline.local.cel;

import org.jspecify.annotations.NullMarked;
