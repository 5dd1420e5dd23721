import { setImmediate } from 'node:timers/promises';
import { Fault } from '#core/contract/faults.ts';
import { readSnapshot } from '#pipeline/library/index.ts';
import { chunkSnapshot } from './chunker.ts';
import type { StageRunner } from './contract.ts';
import { toldByText } from './same-source.ts';

/** Reads: the snapshot. Writes: its passages, with locators. Faults: `no_transcript`, `no_text` when there is nothing to read. */
export const chunkStage: StageRunner = async ({ source, ports }) => {
  const snapshot = await readSnapshot(ports.library, ports.files, source);
  if (snapshot.segments.length === 0)
    throw new Fault(
      snapshot.medium === 'timed' ? 'no_transcript' : 'no_text',
      snapshot.silence === undefined ? {} : { message: snapshot.silence },
    );
  const before =
    source.pendingVersion === null ? [] : await ports.library.chunks(source.id, source.version - 1);
  // Each step of a text of megabytes takes a good part of a second: others get their turn between them.
  await setImmediate();
  const chunks = chunkSnapshot(snapshot, {
    sourceId: source.id,
    version: source.version,
    before: before.map((chunk) => chunk.text),
  });
  const known = new Set(before.map((chunk) => chunk.id));
  const kept = chunks.filter((chunk) => known.has(chunk.id)).length;
  await setImmediate();
  const told = await toldByText({ source, ports }, snapshot);
  await setImmediate();
  return {
    /** `kept`: passages of the version before, which need not be embedded again */
    artifact: { chunks: chunks.length, kept, added: chunks.length - kept },
    ...told,
    also: (transaction) =>
      ports.library.replaceChunks(source.id, source.version, chunks, transaction),
  };
};
