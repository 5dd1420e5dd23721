import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import type { Library } from '#pipeline/library/index.ts';
import {
  createQdrantIndex,
  createRestingEmbedder,
  createRetriever,
  createSqliteIndex,
  withFallback,
  type RestingEmbedder,
  type Retriever,
  type SearchIndex,
} from '#pipeline/search/index.ts';
import type { Metrics } from '../telemetry/index.ts';
import type { DataDir } from './data-dir.ts';
import type { Lifecycle } from './lifecycle.ts';
import { embeddingProvider } from './provider-fetch.ts';

export interface Search {
  index: SearchIndex;
  /** how everybody searches */
  retriever: Retriever;
  /** undefined without GLOSS_EMBEDDING_MODEL */
  embedder: RestingEmbedder | undefined;
}

/** Opens the index of sources, in Qdrant or embedded, and the model that embeds their passages. */
export function openSearch({
  settings,
  log,
  metrics,
  dataDir,
  library,
  lifecycle,
}: {
  settings: Settings;
  log: Log;
  metrics: Metrics;
  dataDir: DataDir;
  library: Library;
  lifecycle: Lifecycle;
}): Search {
  const embedded = createSqliteIndex({ file: dataDir.index, log });
  const index = settings.qdrant
    ? withFallback(createQdrantIndex({ ...settings.qdrant, log }), embedded, log)
    : embedded;
  lifecycle.add('index', () => index.close());
  const provider = embeddingProvider(settings, log, metrics);
  if (provider) lifecycle.add('embedding provider', () => provider.close());
  const retriever = createRetriever({
    index,
    embedder: provider,
    log,
    onSpent: (model, tokens) => {
      library.embeddings.spend(model, tokens).catch((error: unknown) => {
        log.warn({ err: error }, 'the cost of a question was not kept');
      });
    },
  });
  return { index, retriever, embedder: provider && createRestingEmbedder(provider) };
}
