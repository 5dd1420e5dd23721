export { createMetrics, type Metrics } from './metrics.ts';
export { observeJobs, observeProvider, observeRequests } from './observe.ts';
export { metricsHandler, serveMetrics } from './tell-metrics.ts';
export { startTraces } from './traces.ts';
