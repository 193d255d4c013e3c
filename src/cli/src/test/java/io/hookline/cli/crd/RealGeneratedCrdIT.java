package io.hookline.cli.crd;

import io.hookline.controlplane.RealControlPlane;

/** Generated CRDs on a real kube-apiserver. */
@RealControlPlane
class RealGeneratedCrdIT extends GeneratedCrdTest {}
