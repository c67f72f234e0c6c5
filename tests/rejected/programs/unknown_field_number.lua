return program { "update" }
