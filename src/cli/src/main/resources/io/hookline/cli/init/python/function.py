def {{function}}({{argument}}):
    {{comment}}
    return {{literal}}
