import { Fault } from '#core/contract/faults.ts';
import type { StageRunner } from './contract.ts';
import { indexSource } from './index-stage.ts';
import { embedPassages } from './passage-vectors.ts';

/** After so long the stage has another turn, well before a job's own deadline. */
const TURN_MS = 60_000;
/** Of a source with more passages the words can be found while the vectors are made. */
const LONG = 100;

/**
 * Reads: the passages. Writes: their vectors, which the index takes from there. Without a model it records just that.
 * A provider that fails holds nothing up: the source becomes ready, is found by its words, and waits for its vectors (`run/vector-keeper.ts`).
 */
export const embedStage: StageRunner = async ({ source, ports, signal, log, report }) => {
  const { library, embedder } = ports;
  if (!embedder) return { artifact: { model: null } };
  const until = performance.now() + TURN_MS;
  const passages = await library.chunks(source.id, source.version);
  const isFirst = source.version === 1 && source.refreshedAt === null;
  if (isFirst && passages.length > LONG) await indexSource(source, ports);
  try {
    const { left, ...told } = await embedPassages({ library, embedder, passages, signal, onBatch: report, until });
    return left > 0 ? { artifact: {}, later: 'more' } : { artifact: { model: embedder.model, ...told } };
  } catch (error) {
    if (signal.aborted || !(error instanceof Fault) || error.code !== 'provider_failed') throw error;
    log.warn({ sourceId: source.id, model: embedder.model, err: error }, 'passages not embedded yet');
    return { artifact: { model: null, waits: error.message } };
  }
};
