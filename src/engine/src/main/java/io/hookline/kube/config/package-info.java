/**
 * Kubeconfig files and credentials: everything needed to connect to one API server.
 *
 * <p>Entry point: {@link ConfigLoader}.
 *
 * <ul>
 *   <li>To change where the kubeconfig is searched, open {@link ConfigLoader}.
 *   <li>To change which fields of the kubeconfig are read, open {@link ConnectionReader}.
 *   <li>To change how credential plugins are run, open {@link ExecCredential} and {@link ExecPlugin}.
 *   <li>To change how tokens and certificates are read again from disk, open {@link TokenFile},
 *       {@code CertificateFiles} and {@code ReloadingCaFile} in {@link ConnectionReader}.
 * </ul>
 */
@NullMarked
package io.hookline.kube.config;

import org.jspecify.annotations.NullMarked;
