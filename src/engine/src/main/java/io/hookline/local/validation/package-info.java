/**
 * Which objects are refused, and why.
 *
 * <p>Entry point: {@link ObjectValidation}.
 *
 * <ul>
 *   <li>To change rules of metadata and names, open {@link MetadataRules} and {@link ObjectNames}.
 *   <li>To change rules of built-in kinds, open {@link BuiltInRules} and {@link WorkloadRules}.
 *   <li>To change rules of ConfigMaps and Secrets, open {@link BuiltInRules}.
 *   <li>To change rules of CRDs, open {@link CrdValidation}.
 *   <li>To change the maximum size of objects, open {@code local.StoreWriter}.
 * </ul>
 */
@NullMarked
package io.hookline.local.validation;

import org.jspecify.annotations.NullMarked;
