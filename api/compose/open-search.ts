import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import type { Library } from '#pipeline/library/index.ts';
import {
  createQdrantIndex,
  createRetriever,
  createSqliteIndex,
  withFallback,
  type Retriever,
  type SearchIndex,
} from '#pipeline/search/index.ts';
import type { DataDir } from './data-dir.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Providers } from './open-providers.ts';

export interface Search {
  index: SearchIndex;
  /** the retriever for all searches */
  retriever: Retriever;
  /** Calls `listener` when the embedded index was opened and lacks ready sources. */
  onIndexFilling(listener: () => void): void;
}

/** Opens the index of sources, in Qdrant or embedded, and the retriever. */
export function openSearch({
  settings,
  log,
  dataDir,
  library,
  lifecycle,
  providers,
}: {
  settings: Settings;
  log: Log;
  dataDir: DataDir;
  library: Library;
  lifecycle: Lifecycle;
  providers: Providers;
}): Search {
  const listeners: (() => void)[] = [];
  const embedded = createSqliteIndex({
    file: dataDir.index,
    log,
    onFilling() {
      for (const listener of listeners) listener();
    },
  });
  const index = settings.qdrant
    ? withFallback(createQdrantIndex({ ...settings.qdrant, log }), embedded, log)
    : embedded;
  lifecycle.add('index', () => index.close());
  const retriever = createRetriever({
    index,
    get embedder() {
      return providers.embedder;
    },
    log,
    readySources: (ownerId) => library.readyCount(ownerId),
    onSpent: (model, tokens) => {
      library.embeddings.spend(model, tokens).catch((error: unknown) => {
        log.warn({ err: error }, 'the cost of a question could not be stored');
      });
    },
  });
  return { index, retriever, onIndexFilling: (listener) => void listeners.push(listener) };
}
