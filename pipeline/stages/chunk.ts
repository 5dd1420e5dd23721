import { setImmediate } from 'node:timers/promises';
import { readSnapshot, type SourceRow } from '#pipeline/library/index.ts';
import type { StageInput, StageRunner } from './contract.ts';
import { duplicateByText } from './duplicate-sources.ts';
import { findSnapshotFile, SPLIT_HERE_BYTES, withCopies } from './snapshot-copies.ts';
import { splitText, type SplitOptions, type SplitText } from './split-text.ts';

/**
 * Input: the snapshot. Output: its chunks with locators. Faults: `no_transcript` or `no_text` if
 * there is no text; faults of a child for a long text.
 */
export const chunkStage: StageRunner = async (input) => {
  const { source, ports } = input;
  const before =
    source.pendingVersion === null
      ? []
      : await ports.library.chunks.texts(source.id, source.version - 1);
  const { chunks, identity } = await split(input, source, {
    sourceId: source.id,
    version: source.version,
    before: before.map((chunk) => chunk.text),
  });
  const known = new Set(before.map((chunk) => chunk.id));
  const reused = chunks.filter((chunk) => known.has(chunk.id)).length;
  const duplicate = await duplicateByText(input, identity);
  return {
    /** `kept`: passages unchanged since the previous version, which are not embedded again */
    artifact: { chunks: chunks.length, kept: reused, added: chunks.length - reused },
    ...duplicate,
    // Without a model there is nothing to embed.
    ...(ports.embedder ? {} : { next: 'index' as const }),
    also: (transaction) =>
      ports.library.chunks.replace(source.id, source.version, chunks, transaction),
  };
};

async function split(
  { ports: { library, files, parser }, signal, report }: StageInput,
  source: SourceRow,
  options: SplitOptions,
): Promise<SplitText> {
  const file = await findSnapshotFile(library, files, source);
  if (file.size > SPLIT_HERE_BYTES)
    return withCopies(files, [file.key], ([path = '']) =>
      parser.splitText(path, options, { signal, report }),
    );
  const snapshot = await readSnapshot(library, files, source);
  await setImmediate();
  return splitText(snapshot, options);
}
