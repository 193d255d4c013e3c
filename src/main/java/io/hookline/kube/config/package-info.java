/**
 * Kubeconfig files and credentials: everything needed to connect to one API server.
 *
 * <p>Entry point: {@link ConfigLoader}.
 *
 * <ul>
 *   <li>To change where the kubeconfig is looked for, open {@link ConfigLoader}.
 *   <li>To change a field of the kubeconfig, open {@link ConnectionReader}.
 *   <li>To change credential plugins, open {@link ExecCredential} and {@link ExecPlugin}.
 *   <li>To change tokens and certificates that are replaced on disk, open {@link TokenFile} and
 *   {@link CertificateFiles} and {@link ReloadingCaFile}.
 * </ul>
 */
@NullMarked
package io.hookline.kube.config;

import org.jspecify.annotations.NullMarked;
