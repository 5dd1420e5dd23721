/**
 * The processed sample sources, so that the sample thread opens at once.
 * `scripts/fixtures/sample-snapshot.ts` makes `snapshot.json` from `files/`; its test compares the
 * two.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { SourceId } from '#core/contract/id.ts';
import { EmbeddingStatus, STAGES } from '#core/contract/source.ts';
import type {
  Database,
  FileStore,
  Library,
  SourcePatch,
  SourceRow,
} from '#pipeline/library/index.ts';
import type { Queue } from '#pipeline/queue/index.ts';
import { createPassageIds } from '#pipeline/search/index.ts';
import type { Threads, ThreadRow } from '../threads/index.ts';

export const SAMPLES_DIR = fileURLToPath(new URL('./files', import.meta.url));
export const SNAPSHOT_FILE = fileURLToPath(new URL('./snapshot.json', import.meta.url));
/** Placeholder for the content host of each server. */
export const CONTENT_URL = 'https://content.invalid';

type Passage = Omit<
  Parameters<Library['chunks']['replace']>[2][number],
  'id' | 'sourceId' | 'version'
>;
/** A source in its first version; its row without fields of its owner and times. */
export interface SampleSource {
  file: string;
  row: Pick<SourceRow, 'kind' | 'medium' | 'kindCertain' | 'url' | 'canonicalUrl' | 'title'> &
    SourcePatch;
  artifacts: Partial<Record<(typeof STAGES)[number], unknown>>;
  passages: Passage[];
}
/** A file of the store: one of `files/`, or text, or other bytes in base64. */
export type SampleBlob = { file: string } | { text: string } | { base64: string };
export interface SampleSnapshot {
  sources: SampleSource[];
  /** by SHA-256 of their bytes, which is part of their keys */
  blobs: Record<string, SampleBlob>;
}

export interface RestorePorts {
  database: Database;
  library: Library;
  files: FileStore;
  queue: Queue;
  threads: Threads;
  contentUrl: string;
  /** Adds a source's passages to the index. */
  reindex(id: SourceId): Promise<unknown>;
}

/**
 * Adds the processed sample sources to a thread, in one transaction. Sources that the library has
 * already stay as they are.
 */
export async function restoreSamples(ports: RestorePorts, thread: ThreadRow): Promise<SourceRow[]> {
  const { database, library, queue, threads, reindex } = ports;
  const { sources } = await putBlobs(ports, await readSnapshotFile());
  const ids = await database.write(async (transaction) => {
    const added: { id: SourceId; restored: boolean }[] = [];
    for (const { row, artifacts, passages } of sources) {
      const { kind, medium, kindCertain, url, canonicalUrl, title } = row;
      const { source } = await library.add(
        { ownerId: thread.ownerId, kind, medium, kindCertain, url, canonicalUrl, title },
        transaction,
      );
      const { id, version } = source;
      const restored = source.embeddingStatus !== EmbeddingStatus.ready;
      if (restored) {
        await queue.cancel(id, { transaction });
        const settled = { stage: null, dueAt: null, refreshedAt: new Date() };
        await library.patch(id, { ...row, ...settled }, transaction);
        for (const stage of STAGES)
          if (artifacts[stage] !== undefined)
            await library.artifacts.save(id, version, stage, artifacts[stage], transaction);
        const idOf = createPassageIds(id);
        const chunks = passages.map((it) => ({ ...it, id: idOf(it.text), sourceId: id, version }));
        await library.chunks.replace(id, version, chunks, transaction);
      }
      await threads.hold(thread.id, [id], transaction);
      added.push({ id, restored });
    }
    return added;
  });
  for (const { id, restored } of ids) if (restored) await reindex(id);
  return library.ofOwner(
    thread.ownerId,
    ids.map(({ id }) => id),
  );
}

async function readSnapshotFile(): Promise<SampleSnapshot> {
  return JSON.parse(await readFile(SNAPSHOT_FILE, 'utf8')) as SampleSnapshot;
}

/** Stores the blobs with this server's addresses, and returns the snapshot with their new keys. */
async function putBlobs(
  { files, contentUrl }: Pick<RestorePorts, 'files' | 'contentUrl'>,
  snapshot: SampleSnapshot,
): Promise<SampleSnapshot> {
  let text = JSON.stringify({ sources: snapshot.sources, blobs: {} }).replaceAll(
    CONTENT_URL,
    contentUrl,
  );
  for (const [before, blob] of Object.entries(snapshot.blobs)) {
    const { hash } = await files.putBlob(await bytesOf(blob, contentUrl));
    text = text.replaceAll(keyOf(before), keyOf(hash)).replaceAll(before, hash);
  }
  return JSON.parse(text) as SampleSnapshot;
}

const keyOf = (hash: string): string => `blobs/${hash.slice(0, 2)}/${hash.slice(2)}`;

async function bytesOf(blob: SampleBlob, contentUrl: string): Promise<Uint8Array> {
  if ('file' in blob) return readFile(`${SAMPLES_DIR}/${blob.file}`);
  if ('base64' in blob) return Buffer.from(blob.base64, 'base64');
  return Buffer.from(blob.text.replaceAll(CONTENT_URL, contentUrl));
}
