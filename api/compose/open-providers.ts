import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import type { Database } from '#pipeline/library/index.ts';
import type { SpeechProvider } from '#pipeline/net/index.ts';
import {
  createCircuitBreakerEmbedder,
  type Embedder,
  type CircuitBreakerEmbedder,
} from '#pipeline/search/index.ts';
import { Encryptor } from '../features/accounts/index.ts';
import { providerInUse, ProviderStore, type ProviderInUse } from '../features/provider/index.ts';
import type { Metrics } from '../telemetry/index.ts';
import type { Lifecycle } from './lifecycle.ts';
import { embeddingProvider, speechProvider } from './provider-fetch.ts';

/**
 * The model provider of a process. Its parts change with its settings, so they are read for each
 * use.
 */
export interface Providers {
  store: ProviderStore;
  readonly inUse: ProviderInUse;
  /** undefined without an embedding model */
  readonly embedder: Embedder | undefined;
  /** The same, which pauses after a failure. */
  readonly restingEmbedder: CircuitBreakerEmbedder | undefined;
  /** undefined without a transcription model */
  readonly speech: SpeechProvider | undefined;
  /** Applies the settings that are stored now. */
  reload(): Promise<void>;
  onChange(listener: () => void): void;
}

/** Interval of checks for settings that another process changed, in ms. */
const LOOK_MS = 30_000;

export async function openProviders({
  settings,
  log,
  metrics,
  database,
  secret,
  lifecycle,
}: {
  settings: Settings;
  log: Log;
  metrics: Metrics;
  database: Database;
  secret: string;
  lifecycle: Lifecycle;
}): Promise<Providers> {
  const store = new ProviderStore(database, new Encryptor(secret, settings.previousSecret));
  const listeners: (() => void)[] = [];
  const closers: (() => Promise<void>)[] = [];
  const open = (inUse: ProviderInUse) => {
    const embedder = embeddingProvider(inUse, log, metrics);
    const speech = speechProvider(inUse, metrics);
    // Work in progress may still use the earlier ones, so that all close with the process.
    for (const it of [embedder, speech]) if (it) closers.push(() => it.close());
    return { inUse, embedder, speech, resting: embedder && createCircuitBreakerEmbedder(embedder) };
  };
  const stored = await store.read();
  // With a new secret, the key is encrypted again.
  if (settings.previousSecret !== undefined && stored.key !== null) await store.save(stored);
  let current = open(providerInUse(settings, stored));
  async function reload(): Promise<void> {
    const inUse = providerInUse(settings, await store.read());
    if (JSON.stringify(inUse) === JSON.stringify(current.inUse)) return;
    current = open(inUse);
    for (const listener of listeners) listener();
    log.info({ host: inUse.provider.baseUrl }, 'the model provider was changed');
  }
  const looking = setInterval(() => {
    reload().catch((error: unknown) => {
      log.warn({ err: error }, 'the settings of the model provider could not be read');
    });
  }, LOOK_MS).unref();
  lifecycle.add('provider settings', async () => {
    clearInterval(looking);
    await Promise.all(closers.map((close) => close()));
  });
  return {
    store,
    reload,
    onChange: (listener) => void listeners.push(listener),
    get inUse() {
      return current.inUse;
    },
    get embedder() {
      return current.embedder;
    },
    get restingEmbedder() {
      return current.resting;
    },
    get speech() {
      return current.speech;
    },
  };
}
