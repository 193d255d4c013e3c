package io.hookline.story.faults;

import io.hookline.controlplane.RealControlPlane;

/** The contract over a real API server. */
@RealControlPlane
class RealStreamingListIT extends StreamingListContractTest {}
