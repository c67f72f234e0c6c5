return { layout = { "#.", "##" } }
