export { createMetrics, type Metrics } from './metrics.ts';
export { observeJobs, observeProvider, observeRequests } from './observe.ts';
export { openTelemetry } from './open-telemetry.ts';
export { metricsHandler } from './serve-metrics.ts';
