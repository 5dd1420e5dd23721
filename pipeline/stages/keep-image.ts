import { fileTypeFromBuffer } from 'file-type';
import type { StageInput } from './contract.ts';

const RASTER = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/x-icon']);

/** A copy of an image of a page, by file key; undefined when there is none to be had. An image never fails a source. */
export async function keepImage(url: string | undefined, { ports, signal, log, source }: StageInput): Promise<string | undefined> {
  if (!url) return undefined;
  try {
    const { bytes } = await ports.net.fetch(url, { maxBytes: 5 * 2 ** 20, timeoutMs: 10_000, signal });
    const type = await fileTypeFromBuffer(bytes);
    return type && RASTER.has(type.mime) ? (await ports.files.putBlob(bytes)).key : undefined;
  } catch (error) {
    log.debug({ sourceId: source.id, err: error }, 'image not kept');
    return undefined;
  }
}
