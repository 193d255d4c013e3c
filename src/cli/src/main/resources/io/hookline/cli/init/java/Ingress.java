private static Ingress ingress({{parentType}} {{argument}}) {
    return new IngressBuilder()
            .withNewMetadata()
            .withName({{$name}})
            .withLabels({{$labels}})
            .endMetadata()
            .withNewSpec()
            .withNewDefaultBackend()
            .withNewService()
            .withName({{$name}})
            .withNewPort()
            .withNumber(80)
            .endPort()
            .endService()
            .endDefaultBackend()
            .endSpec()
            .build();
}
