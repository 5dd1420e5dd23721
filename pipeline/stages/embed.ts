import { Fault } from '#core/contract/faults.ts';
import type { StageRunner } from './contract.ts';
import { indexSource } from './index-stage.ts';
import { embedTexts, textsOf } from './passage-vectors.ts';

/** After so long the stage has another turn, well before a job's own deadline. */
const TURN_MS = 60_000;
/** Of a new source with more texts than these the words can be found while the vectors are made. */
const LONG = 100;

/**
 * Reads: the passages. Writes: their vectors, which the index takes from there. Without a model it
 * records just that. A provider that fails holds nothing up: the source becomes ready, is found by
 * its words, and waits for its vectors (`run/vector-keeper.ts`).
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
    const { left, ...told } = await embedTexts({
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
