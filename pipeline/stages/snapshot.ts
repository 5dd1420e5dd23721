import { TranscriptStatus, WebpageStatus, type Transcript } from '#core/contract/source.ts';
import { Snapshot } from '#core/contract/snapshot.ts';
import { fromBytes, toBytes } from '#pipeline/library/read-artifacts.ts';
import {
  ExtractArtifact,
  FetchArtifact,
  type SnapshotArtifact,
  type StageInput,
  type StageRunner,
} from './contract.ts';

/**
 * Input: the extracted snapshot and Reader view. Output: the same, and the transcript. Sets: fields
 * that can be displayed already.
 */
export const snapshotStage: StageRunner = async (input) => {
  const { source, ports } = input;
  const { snapshotKey, readerKey } = ExtractArtifact.parse(
    await ports.library.artifacts.find(source.id, source.version, 'extract'),
  );
  const isPage = { webpageStatus: WebpageStatus.done };
  if (readerKey !== undefined) return { artifact: { snapshotKey, readerKey }, patch: isPage };
  const snapshot = Snapshot.parse(fromBytes(await ports.files.read(snapshotKey)));
  const artifact: SnapshotArtifact =
    snapshot.readerHtml === undefined ? { snapshotKey } : await separate(input, snapshot);
  if (snapshot.medium !== 'timed') return { artifact, patch: isPage };
  if (snapshot.segments.length === 0)
    return { artifact, patch: { transcriptStatus: TranscriptStatus.none } };
  artifact.transcriptKey = (await ports.files.putBlob(toBytes(transcriptOf(snapshot)))).key;
  return { artifact, patch: { transcriptStatus: TranscriptStatus.ready } };
};

/** Separates and sanitises the HTML of a snapshot that an earlier version of Gloss extracted. */
async function separate(
  { source, ports, signal }: StageInput,
  { readerHtml = '', ...rest }: Snapshot,
): Promise<SnapshotArtifact> {
  const { finalUrl } = FetchArtifact.parse(
    await ports.library.artifacts.find(source.id, source.version, 'fetch'),
  );
  const clean = await ports.parser.sanitise({ readerHtml, baseUrl: finalUrl }, { signal });
  const keep = async (value: Uint8Array) => (await ports.files.putBlob(value)).key;
  return {
    snapshotKey: await keep(toBytes(rest)),
    readerKey: await keep(new TextEncoder().encode(clean)),
  };
}

function transcriptOf(snapshot: Snapshot): Transcript {
  return {
    language: snapshot.language,
    words: snapshot.words ?? [],
    formattedMergedTranscript: snapshot.segments.flatMap(({ at, text }) =>
      at.medium === 'timed' ? [{ start: at.startS, end: at.endS, text }] : [],
    ),
    chapters: snapshot.chapters ?? [],
  };
}
