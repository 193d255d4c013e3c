private static Map<String, Object> {{function}}({{parentType}} {{argument}}) {
    {{comment}}
    return {{literal}};
}
