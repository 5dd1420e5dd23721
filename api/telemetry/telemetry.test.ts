import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { openOnSqlite } from '../db/testing/test-database.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { createMetrics } from './index.ts';
import { serveMetrics } from './serve-metrics.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
/** An OpenTelemetry collector that stores what it receives. */
async function collect(): Promise<{
  url: string;
  spans: Span[];
  services: Set<string>;
  close(): Promise<void>;
}> {
  const spans: Span[] = [];
  const services = new Set<string>();
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const sent = JSON.parse(Buffer.concat(chunks).toString()) as {
          resourceSpans: { resource: Span; scopeSpans: { spans: Span[] }[] }[];
        };
        if (req.url === '/v1/traces') {
          for (const { resource, scopeSpans } of sent.resourceSpans) {
            services.add(
              String(
                resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue,
              ),
            );
            spans.push(...scopeSpans.flatMap((it) => it.spans));
          }
        }
        res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    services,
    close: () =>
      new Promise((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  };
}
const attribute = (span: Span, key: string) => {
  const value = span.attributes.find((it) => it.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};
/** Returns the values of a metric by its labels, as Prometheus reads them. */
const valuesOf = (text: string, name: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .map((line) => [
        line.slice(name.length, line.lastIndexOf(' ')),
        Number(line.slice(line.lastIndexOf(' ') + 1)),
      ]),
  );

describe('a monitored server', () => {
  const open = openOnSqlite();
  let collector: Awaited<ReturnType<typeof collect>>;
  let test: TestServer;
  const metrics = (headers: Record<string, string> = {}) =>
    fetch(`${test.server.url}/metrics`, { headers });
  beforeAll(async () => {
    collector = await collect();
    test = await openTestServer(open, {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'gloss-here' },
    });
  });
  afterAll(async () => {
    await test.close();
    await collector.close();
  });

  it('counts requests by route and jobs by stage and outcome, and reports its components', async () => {
    const thread = await test.thread();
    await test.read(thread, 'otters.html', 'empty.html');
    await test.nobody.get(`threads/${thread._id}`);
    const text = await (await metrics()).text();
    const requests = valuesOf(text, 'gloss_http_request_duration_seconds_count');
    expect(requests['{method="POST",route="/api/thread/addSource",status="200"}']).toBeGreaterThan(
      0,
    );
    expect(requests['{method="GET",route="/api/threads/:id",status="401"}']).toBe(1);
    expect(text).not.toContain(thread._id);
    const jobs = valuesOf(text, 'gloss_job_duration_seconds_count');
    expect(Object.keys(jobs).filter((labels) => labels.includes('outcome="failed"'))).toHaveLength(
      1,
    );
    expect(Object.keys(jobs).some((labels) => labels.includes('outcome="done"'))).toBe(true);
    expect(valuesOf(text, 'gloss_queue_jobs')).toEqual({
      '{state="waiting"}': 0,
      '{state="delayed"}': 0,
      '{state="running"}': 0,
      '{state="background"}': 0,
    });
    expect(valuesOf(text, 'gloss_pool_slots')).toMatchObject({
      '{pool="parsing",state="running"}': 0,
      '{pool="parsing",state="waiting"}': 0,
      '{pool="browser",state="limit"}': 2,
      '{pool="slow_hosts",state="limit"}': 8,
    });
    expect(valuesOf(text, 'gloss_part_up')).toMatchObject({
      '{part="database"}': 1,
      '{part="queue"}': 1,
      '{part="index"}': 1,
      '{part="files"}': 1,
    });
    expect(valuesOf(text, 'process_resident_memory_bytes')['']).toBeGreaterThan(1e6);
  });

  it('counts event streams while they are open', async () => {
    const thread = await test.thread();
    const gone = new AbortController();
    const response = await fetch(`${test.server.url}/api/threads/${thread._id}/events`, {
      headers: { Authorization: `Bearer ${test.ownerToken}` },
      signal: gone.signal,
    });
    expect(response.status).toBe(200);
    const open = async () => valuesOf(await (await metrics()).text(), 'gloss_http_streams')[''];
    await expect.poll(open).toBe(1);
    gone.abort();
    await expect.poll(open).toBe(0);
  });

  it('returns its metrics only on this machine and to the operator', async () => {
    const elsewhere = { 'X-Forwarded-For': '203.0.113.9' };
    expect((await metrics(elsewhere)).status).toBe(401);
    expect(
      (await metrics({ ...elsewhere, Authorization: `Bearer ${test.strangerToken}` })).status,
    ).toBe(403);
    expect(
      (await metrics({ ...elsewhere, Authorization: `Bearer ${test.ownerToken}` })).status,
    ).toBe(200);
  });

  it('sends a trace of each request and job, as part of the incoming trace', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await fetch(`${test.server.url}/api/ready`, {
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });
    await expect
      .poll(() => collector.spans.find((span) => span.traceId === traceId))
      .toMatchObject({ name: 'GET /api/ready', parentSpanId: 'b7ad6b7169203331' });
    const job = collector.spans.find((span) => span.name === 'job fetch');
    expect(job && attribute(job, 'gloss.outcome')).toBeTruthy();
    expect([...collector.services]).toEqual(['gloss-here']);
    expect(JSON.stringify(collector.spans)).not.toContain(test.ownerToken);
  });

  it('shows the state of components to everyone, and their location to the operator', async () => {
    expect((await test.owner.get('health')).body).toMatchObject({
      data: {
        status: 'ok',
        components: { database: { status: 'ok', detail: expect.stringContaining('SQLite') } },
      },
    });
    for (const who of [test.nobody, test.stranger])
      expect((await who.get('health')).body).toMatchObject({
        data: {
          status: 'ok',
          components: { database: { status: 'ok', detail: '' }, browser: { detail: '' } },
        },
      });
    expect(JSON.stringify((await test.nobody.get('health')).body)).not.toMatch(
      /\/tmp|chromium|SQLite/i,
    );
  });

  it('is ready while its database responds and it is not stopping', async () => {
    expect((await test.nobody.get('ready')).body).toEqual({ data: { ready: true } });
  });
});

it('serves the metrics of a worker on its own port', async () => {
  const metrics = createMetrics();
  metrics.watch({ queue: () => Promise.reject(new Error('away')), isDiskFull: () => true });
  const served = await serveMetrics({ host: '127.0.0.1', port: 0 }, metrics, createLog('silent'));
  const read = async () => (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text();
  const text = await read();
  expect(valuesOf(text, 'gloss_disk_full')).toEqual({ '': 1 });
  expect(valuesOf(text, 'gloss_queue_jobs')).toEqual({});
  expect(
    valuesOf(await read(), 'gloss_metrics_failures_total')['{part="gloss_queue_jobs"}'],
  ).toBeGreaterThan(0);
  await served.close();
});
