/**
 * Printer columns: what kubectl shows in its tables.
 *
 * <p>Entry point: {@link TableColumn}.
 *
 * <ul>
 *   <li>To change the columns of a workload or of Pods, open {@link WorkloadColumns}.
 *   <li>To change the columns of another core kind, or of storage, leases and CRDs, open {@link CoreV1Columns}.
 *   <li>To change the columns of Services, Ingresses and their like, of policies, roles and bindings, or to add a group
 *       of kinds, open {@link BuiltInColumns}.
 *   <li>To change the columns of custom resources, open {@link CrdColumns} and {@link PrinterPath}.
 * </ul>
 */
@NullMarked
package io.hookline.local.print;

import org.jspecify.annotations.NullMarked;
