import { Fault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import { TextRefused } from '#pipeline/search/embeddings/contract.ts';
import { reindexSource, type IndexingPorts } from '#pipeline/stages/index-stage.ts';
import { embedTexts, textsOf } from '#pipeline/stages/passage-vectors.ts';

const PAGE = 20;
/**
 * How long a claim on a source lasts; each batch renews it, and the claim of a dead worker expires.
 */
const HOLD_MS = 180_000;
/** Texts that the provider refuses are retried after this time. */
const REFUSED_MS = 24 * 3_600_000;
/** Pause after a failure of the provider: doubled each time, up to six hours. */
const REST_MS = { first: 15_000, longest: 6 * 3_600_000 };

export interface EmbeddingBackfill {
  /**
   * Embeds waiting sources, one after another. Returns at once if it is already running or paused.
   * Returns the number of sources done.
   */
  tick(now?: number): Promise<number>;
  /** Stops and releases the source in progress. */
  stop(): Promise<void>;
}

/**
 * Embeds ready sources whose vectors are missing or of another model than the configured one. They
 * stay ready and searchable with existing data until the new vectors are complete, which the index
 * then takes in one step.
 */
export function createEmbeddingBackfill({
  ports,
  log,
}: {
  ports: IndexingPorts;
  log: Log;
}): EmbeddingBackfill {
  const { library } = ports;
  const ended = new AbortController();
  let running: Promise<number> | undefined;
  let restsUntil = 0;
  let restMs = REST_MS.first;
  /** the model whose earlier models have been cleaned up */
  let tidied: string | undefined;

  async function work(): Promise<number> {
    let done = 0;
    const { embedder } = ports;
    if (!embedder) return done;
    const next = () => waiting(embedder.model);
    for (let ids = await next(); ids.length > 0; ids = await next()) {
      for (const id of ids) {
        try {
          if (await embedSource(ports, embedder, id, ended.signal)) done += 1;
          restMs = REST_MS.first;
        } catch (error) {
          const refused = error instanceof TextRefused;
          await library.embeddings.hold(
            id,
            new Date(Date.now() + (refused ? REFUSED_MS : 0)),
            true,
          );
          if (ended.signal.aborted) return done;
          log.warn(
            { sourceId: id, model: embedder.model, err: error, ...(refused ? {} : { restMs }) },
            'source not embedded yet',
          );
          if (refused) continue;
          const wishMs = error instanceof Fault ? (error.retryAfterS ?? 0) * 1000 : 0;
          restsUntil = Date.now() + Math.max(restMs, wishMs);
          restMs = Math.min(restMs * 2, REST_MS.longest);
          return done;
        }
      }
    }
    await tidy(embedder.model);
    return done;
  }
  const waiting = async (model: string): Promise<SourceId[]> =>
    ended.signal.aborted || ports.embedder?.model !== model
      ? []
      : library.embeddings.waiting(model, PAGE);

  /** Deletes vectors of earlier models once no source uses them. */
  async function tidy(model: string): Promise<void> {
    if (
      tidied === model ||
      ended.signal.aborted ||
      ports.embedder?.model !== model ||
      (await library.embeddings.countWaiting(model)) > 0
    )
      return;
    tidied = model;
    const dropped = await library.embeddings.dropOthers(model);
    if (dropped > 0) log.info({ model, dropped }, 'vectors of earlier models forgotten');
  }

  return {
    async tick(now = Date.now()) {
      if (running || ended.signal.aborted || now < restsUntil) return 0;
      try {
        return await (running = work());
      } finally {
        running = undefined;
      }
    },
    async stop() {
      ended.abort(new Fault('interrupted'));
      await running?.catch((error: unknown) => {
        log.warn({ err: error }, 'embedding ended with an error');
      });
    },
  };
}

/** Returns false if another worker has claimed the source. */
async function embedSource(
  ports: IndexingPorts,
  embedder: NonNullable<IndexingPorts['embedder']>,
  id: SourceId,
  signal: AbortSignal,
): Promise<boolean> {
  const { library } = ports;
  const hold = (mine?: boolean) =>
    library.embeddings.hold(id, new Date(Date.now() + HOLD_MS), mine);
  if (!(await hold())) return false;
  const source = await library.find(id);
  if (!source || source.deletedAt) return false;
  const texts = await textsOf(library, embedder.model, await library.chunks.of(id, source.version));
  await embedTexts({
    library,
    embedder,
    texts,
    signal,
    onBatch: async () => {
      await hold(true);
    },
  });
  await reindexSource(id, ports);
  await library.embeddings.hold(id, new Date(), true);
  return true;
}
