private static NetworkPolicy networkPolicy({{parentType}} {{argument}}) {
    return new NetworkPolicyBuilder()
            .withNewMetadata()
            .withName({{$name}})
            .withLabels({{$labels}})
            .endMetadata()
            .withNewSpec()
            .withNewPodSelector()
            .withMatchLabels({{$selector}})
            .endPodSelector()
            .withPolicyTypes("Ingress")
            .addNewIngress()
            .addNewPort()
            .withNewPort({{$port}})
            .endPort()
            .endIngress()
            .endSpec()
            .build();
}
