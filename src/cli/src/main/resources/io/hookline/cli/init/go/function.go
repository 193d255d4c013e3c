func {{function}}({{argument}} {{type}}) object {
	{{comment}}
	return {{literal}}
}
