/**
 * CompositeController, DecoratorController and ControllerRevision as records.
 *
 * <p>Entry point: {@link ControllerDecoder}.
 *
 * <ul>
 *   <li>To change the fields of rules, open {@code RuleDecoder} in {@link ControllerDecoder}; for webhooks, {@code WebhookDecoder} in {@link ControllerDecoder}.
 *   <li>To change fields that Metacontroller does not have, open {@link RuleExtensions}; for the one of deletions,
 *       {@link DeletionPolicy}.
 *   <li>To change names on objects in the cluster, open {@link WellKnown}.
 * </ul>
 */
@NullMarked
package io.hookline.spec;

import org.jspecify.annotations.NullMarked;
