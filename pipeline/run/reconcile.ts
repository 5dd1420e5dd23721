import type { SourceId } from '#core/contract/id.ts';
import type { Reconciled } from '#core/contract/reconcile.ts';
import { isHeld, type Library, type SourceRow } from '#pipeline/library/index.ts';
import type { SearchIndex } from '#pipeline/search/index.ts';
import { reindexSource, indexSource, type IndexingPorts } from '#pipeline/stages/index-stage.ts';

const PAGE = 200;

/** Yields one page at a time, read when it is requested. */
async function* readySources(library: Library): AsyncGenerator<SourceRow[]> {
  let after: SourceId | undefined;
  do {
    const page = await library.ready(after, PAGE);
    yield page;
    after = page.length < PAGE ? undefined : page.at(-1)?.id;
  } while (after !== undefined);
}

/**
 * Repairs the index so that it contains exactly the chunks of the current versions of ready
 * sources, for example after it was lost or restored. Also repairs the fallback index, even while
 * the main one is unavailable. If `signal` is aborted, throws its reason. Faults: of the index.
 */
export async function reconcile(
  ports: IndexingPorts,
  signal: AbortSignal = new AbortController().signal,
): Promise<Reconciled[]> {
  const { index, library } = ports;
  const first = await Promise.allSettled([
    compare(ports, signal, (id) => reindexSource(id, ports)),
  ]);
  const words = index.fallback && { library, index: index.fallback };
  const second = words
    ? [
        await compare(words, signal, async (id) => {
          const source = await library.find(id);
          if (source && !source.deletedAt) await indexSource(source, words);
        }),
      ]
    : [];
  return [
    ...first.map((it) => {
      if (it.status === 'rejected') throw it.reason;
      return it.value;
    }),
    ...second,
  ];
}

/** Rebuilds the index from the chunks in the database. Faults: of the index. */
export async function reindex(ports: IndexingPorts): Promise<{ sources: number; chunks: number }> {
  const engines = [ports.index, ports.index.fallback].filter((it) => it !== undefined);
  // A damaged file can't be cleared, so it is replaced.
  for (const engine of engines) await engine.verify?.();
  await ports.index.clear();
  const verified = await Promise.all(engines.map((it) => it.verify?.()));
  const total = { sources: 0, chunks: 0 };
  for await (const page of readySources(ports.library)) {
    for (const { id } of page) {
      const indexed = await reindexSource(id, ports);
      if (!indexed) continue;
      total.chunks += indexed.chunks;
      total.sources += 1;
    }
  }
  for (const [at, number] of verified.entries())
    if (number !== undefined) await engines[at]?.endFilling?.(number);
  return total;
}

async function compare(
  { index, library, embedder }: IndexingPorts,
  signal: AbortSignal,
  mend: (id: SourceId) => Promise<unknown>,
): Promise<Reconciled> {
  const verified = await index.verify?.();
  const indexed = new Map((await index.indexedSources()).map((it) => [it.sourceId, it]));
  const drift = { missing: 0, outdated: 0, incomplete: 0, unembedded: 0, strays: 0 };
  const total = { engine: index.engine, sources: 0, chunks: 0, drift };
  for await (const page of readySources(library)) {
    const counts = await library.chunks.counts(page);
    for (const { id, version } of page) {
      signal.throwIfAborted();
      const count = counts.get(id) ?? 0;
      const has = indexed.get(id);
      indexed.delete(id);
      const source = await library.find(id);
      if (!source || source.deletedAt) continue;
      total.sources += 1;
      total.chunks += count;
      const kind = differenceOf(
        source,
        has,
        source.version === version ? count : undefined,
        embedder !== undefined,
      );
      if (!kind) continue;
      await mend(id);
      drift[kind] += 1;
    }
  }
  for (const sourceId of indexed.keys()) {
    const source = await library.find(sourceId);
    // A source in progress keeps its chunks until it is done.
    if (source && !source.deletedAt) continue;
    await index.remove(sourceId);
    drift.strays += 1;
  }
  if (verified !== undefined) await index.endFilling?.(verified);
  return total;
}

type Held = Awaited<ReturnType<SearchIndex['indexedSources']>>[number];
function differenceOf(
  source: SourceRow,
  has: Held | undefined,
  count: number | undefined,
  isEmbedding: boolean,
): keyof Reconciled['drift'] | undefined {
  if (!has) return 'missing';
  // A refresh that was interrupted after indexing will index again and then update the row.
  if (has.version !== source.version)
    return has.version === source.pendingVersion && !isHeld(source) ? undefined : 'outdated';
  if (count !== undefined && has.chunks !== count) return 'incomplete';
  return isEmbedding && (has.model ?? null) !== source.embeddedBy ? 'unembedded' : undefined;
}
