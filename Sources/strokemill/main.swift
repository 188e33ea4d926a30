print("strokemill")
