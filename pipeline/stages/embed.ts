import { Fault } from '#core/contract/faults.ts';
import type { StageRunner } from './contract.ts';
import { indexSource } from './index-stage.ts';
import { embedTexts, textsOf } from './passage-vectors.ts';

/** Ms after which the stage ends its turn, well before the deadline of a job. */
const TURN_MS = 60_000;
/** A new source with more texts than this is searchable by words while its vectors are computed. */
const LONG = 100;

/**
 * Input: the passages. Output: their vectors, which the index stage uses. Without a model, only
 * records that. A failing provider doesn't delay the source: it becomes ready, is found by words,
 * and gets its vectors later (`run/embedding-backfill.ts`).
 */
export const embedStage: StageRunner = async ({ source, ports, signal, log, report }) => {
  const { library, embedder } = ports;
  if (!embedder) return { artifact: { model: null } };
  const until = performance.now() + TURN_MS;
  const texts = await textsOf(
    library,
    embedder.model,
    await library.chunks.of(source.id, source.version),
  );
  const { length } = texts.missing;
  if (
    length > LONG &&
    length === texts.total &&
    source.version === 1 &&
    source.refreshedAt === null
  )
    await indexSource(source, ports);
  try {
    const { remaining: left, ...told } = await embedTexts({
      library,
      embedder,
      texts,
      signal,
      onBatch: report,
      until,
    });
    return left > 0
      ? { artifact: {}, later: 'more' }
      : { artifact: { model: embedder.model, ...told } };
  } catch (error) {
    if (signal.aborted || !(error instanceof Fault) || error.code !== 'provider_failed')
      throw error;
    log.warn(
      { sourceId: source.id, model: embedder.model, err: error },
      'passages not embedded yet',
    );
    return { artifact: { model: null, waits: error.message } };
  }
};
