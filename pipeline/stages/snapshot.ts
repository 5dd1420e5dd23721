import { TranscriptStatus, WebpageStatus, type Transcript } from '#core/contract/source.ts';
import { Snapshot } from '#core/contract/snapshot.ts';
import { fromBytes, toBytes } from '#pipeline/library/read-artifacts.ts';
import {
  ExtractArtifact,
  FetchArtifact,
  type SnapshotArtifact,
  type StageRunner,
} from './contract.ts';

/**
 * Input: the extracted snapshot. Output: its Reader view, sanitised in the child as the last step,
 * and the transcript. Sets: fields that can be displayed already.
 */
export const snapshotStage: StageRunner = async ({ source, ports, signal }) => {
  const { snapshotKey } = ExtractArtifact.parse(
    await ports.library.artifacts.find(source.id, source.version, 'extract'),
  );
  const { readerHtml, ...rest } = Snapshot.parse(fromBytes(await ports.files.read(snapshotKey)));
  const keep = async (value: Uint8Array) => (await ports.files.putBlob(value)).key;
  const artifact: SnapshotArtifact = { snapshotKey: await keep(toBytes(rest)) };
  if (readerHtml !== undefined) {
    const { finalUrl } = FetchArtifact.parse(
      await ports.library.artifacts.find(source.id, source.version, 'fetch'),
    );
    const clean = await ports.parser.sanitise(
      { readerHtml, webHtml: '', baseUrl: finalUrl },
      { signal },
    );
    artifact.readerKey = await keep(new TextEncoder().encode(clean.readerHtml));
  }
  if (rest.medium !== 'timed') return { artifact, patch: { webpageStatus: WebpageStatus.done } };
  if (rest.segments.length === 0)
    return { artifact, patch: { transcriptStatus: TranscriptStatus.none } };
  artifact.transcriptKey = await keep(toBytes(transcriptOf(rest)));
  return { artifact, patch: { transcriptStatus: TranscriptStatus.ready } };
};

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
