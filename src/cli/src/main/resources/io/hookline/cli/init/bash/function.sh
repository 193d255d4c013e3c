{{comment}}
def {{function}}: {{literal}};
