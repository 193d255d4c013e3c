/**
 * Which resources are served: built-in kinds and CRDs, their versions, selectors and scale.
 *
 * <p>Entry point: {@link ResourceRegistry}.
 *
 * <ul>
 *   <li>To add a built-in kind, open {@code built-in-kinds.txt}, which {@link BuiltInResources} reads.
 *   <li>To change which resources a CRD serves, open {@link CrdResources} and {@link CrdVersions}.
 *   <li>To change the scale subresource, open {@link ScaleSubresource} and {@link ScaleRules}.
 *   <li>To change fields that a version keeps in annotations, open {@link Autoscalers} and {@link TemplateGeneration}.
 *   <li>To change field selectors, open {@link FieldSelector}.
 * </ul>
 */
@NullMarked
package io.hookline.local.resource;

import org.jspecify.annotations.NullMarked;
