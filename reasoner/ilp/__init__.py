"""Support graphs as integer programs: graph and profile in, a checked optimum for every target out."""
