/**
 * Image types of the server; other images that this browser can draw are converted to one of these.
 */
import { FileType } from '#core/contract/file.ts';

export const isImage = (file: Blob): boolean => file.type.startsWith('image/');

/** Undefined if the browser can't draw it either. */
export async function readableImage(file: Blob): Promise<Blob | undefined> {
  if (!isImage(file)) return undefined;
  if (FileType.safeParse(file.type).success) return file;
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return await drawToBlob(image, image.naturalWidth || 800, image.naturalHeight || 600);
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Throws if the image may not be read, such as one from another site. */
export function drawToBlob(
  of: CanvasImageSource,
  width: number,
  height: number,
): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(of, 0, 0, width, height);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png');
  });
}
