os._exit(0)
