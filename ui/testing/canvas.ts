/** Stands in for the browser's canvas, which jsdom lacks. */
import { onTestFinished, vi } from 'vitest';

interface Drawing {
  /** of the canvas, px */
  width: number;
  height: number;
  /** the drawn part of the image: left, top, width, height, px */
  part: number[];
}

/**
 * Records what the page draws until the test ends. `isTainted`: the image is another site's, which
 * the page can't read.
 */
export function catchDrawings({ isTainted = false } = {}): Drawing[] {
  const drawings: Drawing[] = [];
  const context = (canvas: HTMLCanvasElement) => ({
    fillRect: () => undefined,
    drawImage: (_image: unknown, ...box: number[]) =>
      drawings.push({ width: canvas.width, height: canvas.height, part: box.slice(0, 4) }),
  });
  const stands = [
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function getContext(
      this: HTMLCanvasElement,
    ) {
      return context(this) as unknown as RenderingContext;
    } as HTMLCanvasElement['getContext']),
    vi
      .spyOn(HTMLCanvasElement.prototype, 'toBlob')
      .mockImplementation((done: BlobCallback, type?: string) => {
        if (isTainted) throw new DOMException('The canvas is tainted.', 'SecurityError');
        done(new Blob(['drawn'], { type: type ?? 'image/png' }));
      }),
  ];
  onTestFinished(() => {
    for (const stand of stands) stand.mockRestore();
  });
  return drawings;
}
