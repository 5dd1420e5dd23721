/** The Prometheus metrics of a process: all names, labels and units. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '#config/version.ts';

/** Values that are read with the metrics. Each may fail without the others. */
export interface MetricSources {
  queue?(): Promise<{ waiting: number; delayed: number; running: number; background: number }>;
  /** Slots by pool. */
  pools?(): Readonly<Record<string, { running: number; waiting: number; limit: number }>>;
  isDiskFull?(): boolean;
  notes?(): { documents: number; connections: number; failing: readonly string[] };
  parts?(): Promise<Readonly<Record<string, { status: string }>>>;
}

export interface Metrics {
  readonly contentType: string;
  request(method: string, route: string, status: number, seconds: number): void;
  /** `by`: 1 when an event stream opens, -1 when it closes */
  streams(by: 1 | -1): void;
  job(stage: string, outcome: string, seconds: number): void;
  /**
   * A request to a model provider, until the response headers. `status`: `error` if there was no
   * response.
   */
  provider(purpose: string, status: string, seconds: number): void;
  /** Each of several processes on one queue reports the complete queue. */
  watch(sources: MetricSources): void;
  /** Returns Prometheus' text format. */
  text(): Promise<string>;
}

/** Minimum ms between checks of components, because some cost a request. */
const PARTS_MS = 30_000;

/** Instruments that count and time as things happen. */
function createInstruments(registers: Registry[]) {
  new Gauge({
    name: 'gloss_build_info',
    help: 'The version that runs',
    labelNames: ['version'],
    registers,
  }).set({ version: VERSION }, 1);
  const requests = new Histogram({
    name: 'gloss_http_request_duration_seconds',
    help: 'Requests answered; streams of events are counted apart',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const streams = new Gauge({
    name: 'gloss_http_streams',
    help: 'Streams of events that are open',
    registers,
  });
  const jobs = new Histogram({
    name: 'gloss_job_duration_seconds',
    help: 'Runs of the stages of sources, by result',
    labelNames: ['stage', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const calls = new Histogram({
    name: 'gloss_provider_request_duration_seconds',
    help: 'Calls of model providers, up to the head of their answer',
    labelNames: ['purpose', 'status'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const failures = new Counter({
    name: 'gloss_metrics_failures_total',
    help: 'Times that a part could not be asked for its metrics',
    labelNames: ['part'],
    registers,
  });
  return { requests, streams, jobs, calls, failures };
}

/** Gauges that are read with the metrics. `onFailure` gets the name of one that failed. */
const createAskedGauges =
  (registers: Registry[], onFailure: (name: string) => void) =>
  <L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    read: (gauge: Gauge<L>) => void | Promise<void>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        try {
          await read(this);
        } catch {
          this.reset();
          onFailure(name);
        }
      },
    });

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const { requests, streams, jobs, calls, failures } = createInstruments(registers);

  const asked = createAskedGauges(registers, (part) => failures.inc({ part }));

  return {
    contentType: registry.contentType,
    request: (method, route, status, seconds) => {
      requests.observe({ method, route, status: String(status) }, seconds);
    },
    streams: (by) => {
      streams.inc(by);
    },
    job: (stage, outcome, seconds) => {
      jobs.observe({ stage, outcome }, seconds);
    },
    provider: (purpose, status, seconds) => {
      calls.observe({ purpose, status }, seconds);
    },
    watch({ queue, pools, isDiskFull, notes, parts }) {
      if (queue)
        asked('gloss_queue_jobs', 'Jobs of the queue by state', ['state'], async (gauge) => {
          for (const [state, count] of Object.entries(await queue())) gauge.set({ state }, count);
        });
      if (pools)
        asked(
          'gloss_pool_slots',
          'Slots of the pools of this process: how many run, wait, and may run at once',
          ['pool', 'state'],
          (gauge) => {
            for (const [pool, counts] of Object.entries(pools()))
              for (const [state, count] of Object.entries(counts))
                gauge.set({ pool, state }, count);
          },
        );
      if (isDiskFull)
        asked('gloss_disk_full', '1 while too little room is left to write', [], (gauge) => {
          gauge.set(isDiskFull() ? 1 : 0);
        });
      if (notes) {
        asked('gloss_notes_documents', 'Notes that are open', [], (gauge) => {
          gauge.set(notes().documents);
        });
        asked('gloss_notes_connections', 'Connections to notes', [], (gauge) => {
          gauge.set(notes().connections);
        });
        asked('gloss_notes_failing', 'Notes that cannot be written just now', [], (gauge) => {
          gauge.set(notes().failing.length);
        });
      }
      if (!parts) return;
      let known: Awaited<ReturnType<typeof parts>> = {};
      let knownAt = -Infinity;
      asked(
        'gloss_part_up',
        '1 where a part does what it should, 0 where it fails; optional ones that are not there are left out',
        ['part'],
        async (gauge) => {
          if (performance.now() - knownAt > PARTS_MS) {
            known = await parts();
            knownAt = performance.now();
          }
          gauge.reset();
          for (const [part, { status }] of Object.entries(known))
            if (status !== 'missing') gauge.set({ part }, status === 'ok' ? 1 : 0);
        },
      );
    },
    text: () => registry.metrics(),
  };
}
