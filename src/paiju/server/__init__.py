"""HTTP and WebSocket over tables: typed messages, store, bus, auth, limits, metrics. Contains no rules."""
