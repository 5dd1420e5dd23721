import { fileTypeFromBuffer } from 'file-type';
import type { FileStore, KeptImage } from '#pipeline/library/index.ts';
import type { StageInput } from './contract.ts';

const RASTER = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/x-icon']);

/** Keeps bytes that are, by their own first bytes, a raster image. */
export async function keepRaster(bytes: Uint8Array, files: FileStore): Promise<KeptImage | undefined> {
  const type = (await fileTypeFromBuffer(bytes))?.mime;
  return type && RASTER.has(type) ? { key: (await files.putBlob(bytes)).key, type } : undefined;
}

/** A copy of an image of a page; undefined when there is none to be had. An image never fails a source. */
export async function keepImage(url: string | undefined, { ports, signal, log, source }: StageInput): Promise<KeptImage | undefined> {
  if (!url) return undefined;
  try {
    const { bytes } = await ports.net.fetch(url, { maxBytes: 5 * 2 ** 20, timeoutMs: 10_000, signal });
    return await keepRaster(bytes, ports.files);
  } catch (error) {
    log.debug({ sourceId: source.id, err: error }, 'image not kept');
    return undefined;
  }
}
