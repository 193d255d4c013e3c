private static ServiceAccount serviceAccount({{parentType}} {{argument}}) {
    return new ServiceAccountBuilder()
            .withNewMetadata()
            .withName({{$name}})
            .withLabels({{$labels}})
            .endMetadata()
            .build();
}
