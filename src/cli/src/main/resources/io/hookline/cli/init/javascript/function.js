function {{function}}({{argument}}) {
  {{comment}}
  return {{literal}};
}
