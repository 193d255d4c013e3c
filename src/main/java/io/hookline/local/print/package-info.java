/**
 * Printer columns: what kubectl shows in its tables.
 *
 * <p>Entry point: {@link TableColumn}.
 *
 * <ul>
 *   <li>To change the columns of a workload, open {@link WorkloadColumns} and {@link PodColumns}.
 *   <li>To change the columns of another core kind, or of storage, leases and CRDs, open {@link CoreV1Columns}.
 *   <li>To change the columns of Services, Ingresses and their like, open {@link NetworkingColumns}.
 *   <li>To change the columns of PodDisruptionBudgets or HorizontalPodAutoscalers, open {@link PolicyColumns}.
 *   <li>To change the columns of roles and bindings, open {@link RbacColumns}.
 *   <li>To add a group of kinds, open {@link BuiltInColumns}.
 *   <li>To change the columns of custom resources, open {@link CrdColumns} and {@link PrinterPath}.
 * </ul>
 */
@NullMarked
package io.hookline.local.print;

import org.jspecify.annotations.NullMarked;
