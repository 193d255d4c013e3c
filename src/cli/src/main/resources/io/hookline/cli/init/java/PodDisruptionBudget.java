private static PodDisruptionBudget podDisruptionBudget({{parentType}} {{argument}}) {
    return new PodDisruptionBudgetBuilder()
            .withNewMetadata()
            .withName({{$name}})
            .withLabels({{$labels}})
            .endMetadata()
            .withNewSpec()
            .withNewMaxUnavailable(1)
            .withNewSelector()
            .withMatchLabels({{$selector}})
            .endSelector()
            .endSpec()
            .build();
}
