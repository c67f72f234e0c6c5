local function make()
  return { layout = { "#.", "##" } }
end
return make()
