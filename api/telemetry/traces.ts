import type { Log } from '#config/log.ts';
import { VERSION } from '#config/version.ts';
import { traceBy } from './observe.ts';

/**
 * Sends spans to the collector at `endpoint` (OTLP over HTTP, as JSON), under `/v1/traces`. Without
 * it, no code of OpenTelemetry is loaded. `role`: serve, worker or schedule.
 */
export async function startTraces({
  endpoint,
  serviceName,
  role,
  log,
}: {
  endpoint: string;
  serviceName: string;
  role: string;
  log: Log;
}): Promise<{ stop(): Promise<void> }> {
  const [
    api,
    { W3CTraceContextPropagator },
    { AsyncLocalStorageContextManager },
    { OTLPTraceExporter },
    { resourceFromAttributes },
    { BatchSpanProcessor, TracerProvider },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const { context, diag, DiagLogLevel, propagation, trace } = api;
  // An unavailable collector must not fill the log.
  let isTold = false;
  const tell = (message: string) => {
    if (!isTold)
      log.warn({ message: message.slice(0, 300) }, 'traces could not be sent; this is said once');
    isTold = true;
  };
  diag.setLogger(
    {
      error: tell,
      warn: tell,
      info: () => undefined,
      debug: () => undefined,
      verbose: () => undefined,
    },
    DiagLogLevel.WARN,
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': VERSION,
      'service.instance.id': String(process.pid),
      'gloss.role': role,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5_000 }),
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  traceBy(api);
  return {
    async stop() {
      await provider.shutdown().catch((error: unknown) => {
        tell(String(error));
      });
      traceBy(undefined);
      for (const part of [trace, context, propagation, diag]) part.disable();
    },
  };
}
