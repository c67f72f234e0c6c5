error({ "no message" })
