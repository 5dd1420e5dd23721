/** The format of stored thumbnails. */
const QUALITY = 0.9;
/** Wider than any screen shows a cover. */
const WIDEST = 2400;

interface Part {
  /** percent of the image */
  x: number;
  y: number;
  width: number;
  height: number;
}

const sizeOf = (image: HTMLImageElement | HTMLVideoElement): { width: number; height: number } =>
  image instanceof HTMLVideoElement
    ? { width: image.videoWidth, height: image.videoHeight }
    : { width: image.naturalWidth, height: image.naturalHeight };

/** Draws a part of an element's image on white. Fails for images that another site protects. */
export async function cropToJpeg(
  image: HTMLImageElement | HTMLVideoElement,
  part: Part = { x: 0, y: 0, width: 100, height: 100 },
): Promise<Blob> {
  const { width, height } = sizeOf(image);
  const from = {
    x: (width * part.x) / 100,
    y: (height * part.y) / 100,
    width: (width * part.width) / 100,
    height: (height * part.height) / 100,
  };
  const scale = Math.min(1, WIDEST / from.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(from.width * scale));
  canvas.height = Math.max(1, Math.round(from.height * scale));
  const drawn = canvas.getContext('2d');
  if (!drawn) throw new Error('This browser cannot draw.');
  drawn.fillStyle = '#ffffff';
  drawn.fillRect(0, 0, canvas.width, canvas.height);
  drawn.drawImage(
    image,
    from.x,
    from.y,
    from.width,
    from.height,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob) resolve(blob);
        else reject(new Error('The image could not be written.'));
      },
      'image/jpeg',
      QUALITY,
    );
  });
}
