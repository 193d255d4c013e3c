/**
 * CompositeController, DecoratorController and ControllerRevision as records.
 *
 * <p>Entry point: {@link ControllerDecoder}.
 *
 * <ul>
 *   <li>To change the fields of rules, open {@code RuleDecoder} in {@link ControllerDecoder}; for webhooks,
 *       {@code WebhookDecoder} in {@link ControllerDecoder}.
 *   <li>To change what a rule for children can say, open {@link ChildRule}; for hooks, {@link Hooks}; for deletions and
 *       rollouts of a hook, {@link ControllerSpec}.
 *   <li>To add a field of a hook, open {@code WebhookDecoder} in {@link ControllerDecoder}, the record in {@link Hooks}, and both
 *       files in {@code manifests/crds}, to which the chart links.
 *   <li>To change how fields of child rules are given that the CRDs of Metacontroller do not have, open {@code RuleExtensions} in {@link ControllerDecoder}.
 *   <li>To change names on objects in the cluster, open {@link WellKnown}.
 * </ul>
 */
@NullMarked
package io.hookline.spec;

import org.jspecify.annotations.NullMarked;
