"""More and less: changes of quantities, and the influences that pass them on."""
