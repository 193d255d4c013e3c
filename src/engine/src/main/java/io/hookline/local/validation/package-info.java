/**
 * Which objects are refused, and why.
 *
 * <p>Entry point: {@link ObjectValidation}.
 *
 * <ul>
 *   <li>To change rules of metadata and names, open {@link MetadataRules} and {@link ObjectNames}; for the forms of names,
 *       {@code local.machinery.NameForms}.
 *   <li>To change rules of built-in kinds, open {@link BuiltInRules}, {@link KindRules} and {@link WorkloadRules};
 *       of Pods and of Pod templates, {@link PodRules} and {@link ContainerRules}; of Jobs and CronJobs, {@link JobRules} and {@link CronSchedule};
 *       of Namespaces, Nodes, ControllerRevisions and ReplicationControllers, {@link CoreRules}.
 *   <li>To change rules of Services, open {@link ServiceRules}, and of what only one of them can have, {@link
 *       ServiceAllocations}; of Endpoints, EndpointSlices and NetworkPolicies, {@link
 *       NetworkRules}; of PersistentVolumes, {@link VolumeRules}; of PersistentVolumeClaims, StorageClasses and
 *       CSIDrivers, {@link StorageRules}; of HorizontalPodAutoscalers, {@link AutoscalerRules}; of LimitRanges and
 *       ResourceQuotas, {@link ResourceRules}; of configurations of webhooks, {@link WebhookRules}.
 *   <li>To change rules of Ingresses and IngressClasses, open {@link IngressRules}; of Roles and their bindings, {@link
 *       AccessRules}.
 *   <li>To change rules of ConfigMaps and Secrets, open {@link BuiltInRules}.
 *   <li>To change rules of CRDs, open {@link CrdValidation}.
 *   <li>To change the maximum size of objects, open {@code local.StoreWriter}.
 * </ul>
 */
@NullMarked
package io.hookline.local.validation;

import org.jspecify.annotations.NullMarked;
