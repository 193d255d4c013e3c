/**
 * The rules of custom resources in CEL, {@code x-kubernetes-validations}: compiled, estimated and evaluated.
 *
 * <p>Entry point: {@link CelRules}. Nothing of the CEL library is loaded until a schema has a rule.
 *
 * <ul>
 *   <li>To change how a schema is seen by rules, open {@link SchemaType}.
 *   <li>To change the functions of Kubernetes, open {@link KubeFunctions}.
 *   <li>To change versions and the function {@code format}, open {@link Semver} and {@link TextFormat}.
 *   <li>To change when a rule is too expensive, open {@link RuleCost}.
 * </ul>
 */
@NullMarked
package io.hookline.local.cel;

import org.jspecify.annotations.NullMarked;
