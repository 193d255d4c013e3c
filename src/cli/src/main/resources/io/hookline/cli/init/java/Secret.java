private static Secret secret({{parentType}} {{argument}}) {
    return new SecretBuilder()
            .withNewMetadata()
            .withName({{$name}})
            .withLabels({{$labels}})
            .endMetadata()
            .withStringData(Map.of("message", {{$message}}))
            .build();
}
