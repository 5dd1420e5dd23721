import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { Snapshot } from '#core/contract/snapshot.ts';
import { Transcript } from '#core/contract/source.ts';
import { kindDescriptor } from '#core/kinds.ts';
import type { FileStore } from './file-store.ts';
import { heldVersion } from './held-version.ts';
import type { Library } from './library.ts';
import type { StoredImage, SourceRow } from './source.model.ts';

const Views = z.object({
  snapshotKey: z.string(),
  readerKey: z.string().optional(),
  webKey: z.string().optional(),
  transcriptKey: z.string().optional(),
});
const WebView = z.object({ webKey: z.string().optional() });
const decoder = new TextDecoder();
/** The fields of a fetched page that are used, as stored by the stages `fetch` and `assets`. */
const FetchedPage = z.object({
  notes: z.object({
    resources: z
      .array(z.object({ url: z.string(), part: z.string(), type: z.string() }))
      .optional(),
  }),
  parts: z.array(z.object({ name: z.string(), key: z.string() })),
});
/** Only raster images: SVG is a document that may run scripts. */
const PICTURES = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
]);

async function views(library: Library, source: SourceRow) {
  const body = await library.artifacts.find(source.id, source.version, 'snapshot');
  if (!body)
    throw new Fault('not_ready', {
      message: 'This source is still processing. Try again when it is ready.',
    });
  return Views.parse(body);
}
export const toBytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(value));
export const fromBytes = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes));

/**
 * Returns the key of the snapshot file; for a version held for review, of the extracted snapshot.
 * Faults: `not_ready`.
 */
export async function readSnapshotKey(library: Library, source: SourceRow): Promise<string> {
  const extracted =
    source.version === heldVersion(source)
      ? await library.artifacts.find(source.id, source.version, 'extract')
      : undefined;
  const held = Views.pick({ snapshotKey: true }).safeParse(extracted).data;
  return (held ?? (await views(library, source))).snapshotKey;
}
/** Returns the text in order, with positions. Faults: `not_ready`. */
export async function readSnapshot(
  library: Library,
  files: FileStore,
  source: SourceRow,
): Promise<Snapshot> {
  return Snapshot.parse(fromBytes(await files.read(await readSnapshotKey(library, source))));
}
/** Faults: `not_ready`, `no_transcript`. */
export async function readTranscript(
  library: Library,
  files: FileStore,
  source: SourceRow,
): Promise<Transcript> {
  if (source.medium !== 'timed')
    throw new Fault('no_transcript', { message: 'Only videos have a transcript.' });
  const { transcriptKey } = await views(library, source);
  if (!transcriptKey) throw new Fault('no_transcript');
  return Transcript.parse(fromBytes(await files.read(transcriptKey)));
}
/**
 * Returns the version whose Web view to show, and the key of the view if it exists. While the
 * assets of a new version are being saved, the previous version is shown. If a view can't be
 * created, the Reader view replaces it. Faults: `not_ready`, `absent`.
 */
export async function findWebView(
  library: Library,
  source: SourceRow,
): Promise<{ of: SourceRow; key?: string }> {
  const saved = await library.artifacts.find(source.id, source.version, 'assets');
  const { readerKey, webKey } = await views(library, source);
  const key = WebView.safeParse(saved).data?.webKey ?? webKey;
  if (key !== undefined) return { of: source, key };
  if (source.medium !== 'flow') throw noSuchView();
  if (saved !== undefined && kindDescriptor(source.kind).hasWebView) return { of: source };
  if (saved !== undefined || source.assetsDueAt === null) {
    if (readerKey === undefined) throw noSuchView();
    return { of: source, key: readerKey };
  }
  if (source.version > 1)
    return findWebView(library, { ...source, version: source.version - 1, assetsDueAt: null });
  throw new Fault('not_ready', {
    message:
      'The images and styles of this page are still being saved. Read it in the Reader view.',
  });
}
/** Returns the sanitised HTML of the Reader view. Faults: `not_ready`, `absent`. */
export async function readReaderView(
  library: Library,
  files: FileStore,
  source: SourceRow,
): Promise<string> {
  const { readerKey } = await views(library, source);
  if (!readerKey) throw noSuchView();
  return decoder.decode(await files.read(readerKey));
}
const noSuchView = () => new Fault('absent', { message: 'This source has no such view.' });

/**
 * Returns the saved pictures of a page, by the address that the page uses; types were detected from
 * the bytes. While pictures of a new version are being saved, returns those of the previous
 * version. Empty for anything but a fetched page.
 */
export async function readPictures(
  library: Library,
  source: SourceRow,
): Promise<Map<string, StoredImage>> {
  const [fetched, saved] = await Promise.all([
    library.artifacts.find(source.id, source.version, 'fetch'),
    library.artifacts.find(source.id, source.version, 'assets'),
  ]);
  const pictures = new Map([...picturesOf(fetched), ...picturesOf(saved)]);
  return saved !== undefined || pictures.size > 0 || source.version === 1
    ? pictures
    : readPictures(library, { ...source, version: source.version - 1 });
}

function picturesOf(artifact: unknown): [string, StoredImage][] {
  const page = FetchedPage.safeParse(artifact);
  if (!page.success) return [];
  const keys = new Map(page.data.parts.map(({ name, key }) => [name, key]));
  return (page.data.notes.resources ?? []).flatMap(({ url, part, type }) => {
    const key = keys.get(part);
    return key === undefined || !PICTURES.has(type) ? [] : [[url, { key, type }]];
  });
}
