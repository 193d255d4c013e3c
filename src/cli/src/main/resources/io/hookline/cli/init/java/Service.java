private static Service service({{parentType}} {{argument}}) {
    return new ServiceBuilder()
            .withNewMetadata()
            .withName({{$name}})
            .withLabels({{$labels}})
            .endMetadata()
            .withNewSpec()
            .withSelector({{$selector}})
            .addNewPort()
            .withPort(80)
            .withNewTargetPort({{$port}})
            .endPort()
            .endSpec()
            .build();
}
