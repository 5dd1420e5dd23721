import type { FileStore, StoredImage } from '#pipeline/library/index.ts';
import type { StageInput } from './contract.ts';

const RASTER = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/x-icon',
]);

/** Stores bytes whose first bytes identify a raster image. */
export async function storeRaster(
  bytes: Uint8Array,
  files: FileStore,
): Promise<StoredImage | undefined> {
  const type = (await (await import('file-type')).fileTypeFromBuffer(bytes))?.mime;
  return type && RASTER.has(type) ? { key: (await files.putBlob(bytes)).key, type } : undefined;
}

const TIMEOUT_MS = 5_000;
const ICON_KNOWN_MS = 86_400_000;
const NO_ICON_KNOWN_MS = 600_000;
const MOST_ICONS = 1000;
type Icons = Map<string, { untilMs: number; icon: Promise<StoredImage | undefined> }>;
const iconsIn = new WeakMap<FileStore, Icons>();

/**
 * Stores a copy of an image of a page; undefined if it is unavailable. An image never fails a
 * source.
 */
export async function storeImage(
  url: string | undefined,
  { ports, signal, log, source }: StageInput,
): Promise<StoredImage | undefined> {
  if (!url) return undefined;
  try {
    const { bytes } = await ports.net.fetch(url, {
      maxBytes: 5 * 2 ** 20,
      timeoutMs: TIMEOUT_MS,
      signal,
      companion: true,
    });
    await ports.scanner?.check(bytes);
    return await storeRaster(bytes, ports.files);
  } catch (error) {
    log.debug({ sourceId: source.id, err: error }, 'image not kept');
    return undefined;
  }
}

/**
 * Stores the icon of a site or channel, shared by its pages; one process requests it once a day.
 */
export async function storeIcon(
  url: string | undefined,
  input: StageInput,
): Promise<StoredImage | undefined> {
  if (!url) return undefined;
  const { files } = input.ports;
  const icons: Icons = iconsIn.get(files) ?? new Map();
  iconsIn.set(files, icons);
  const known = icons.get(url);
  if (known && known.untilMs > Date.now()) {
    const icon = await known.icon;
    if (!icon || (await files.renew(icon.key))) return icon;
  }
  const asked = { untilMs: Infinity, icon: storeImage(url, input) };
  icons.delete(url);
  icons.set(url, asked);
  const [oldest] = icons.keys();
  if (icons.size > MOST_ICONS && oldest !== undefined) icons.delete(oldest);
  const icon = await asked.icon;
  asked.untilMs = input.signal.aborted ? 0 : Date.now() + (icon ? ICON_KNOWN_MS : NO_ICON_KNOWN_MS);
  return icon;
}
