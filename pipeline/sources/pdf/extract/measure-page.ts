import type { PDFPageProxy } from 'pdfjs-dist';
import { OPS } from './pdfjs.ts';

const PICTURES = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectRepeat,
]);
const MARKS = new Set<number>([
  OPS.constructPath,
  OPS.shadingFill,
  OPS.showText,
  OPS.showSpacedText,
]);

/**
 * Measures the fraction of the page, 0..1, that pictures cover, and whether anything is drawn on it
 * at all.
 */
export async function measurePage(
  page: PDFPageProxy,
): Promise<{ pictured: number; drawn: boolean }> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const [x0 = 0, y0 = 0, x1 = 1, y1 = 1] = page.view;
  const pageArea = Math.abs((x1 - x0) * (y1 - y0)) || 1;
  const stack: number[] = [];
  let scale = 1;
  let pictured = 0;
  let drawn = false;
  fnArray.forEach((operator, at) => {
    const args: unknown = argsArray[at];
    if (operator === OPS.save) stack.push(scale);
    else if (operator === OPS.restore) scale = stack.pop() ?? scale;
    else if (operator === OPS.transform) {
      const [a, b, c, d] = Array.isArray(args) ? args.map(Number) : [];
      scale *= Math.abs((a ?? 1) * (d ?? 1) - (b ?? 0) * (c ?? 0));
    } else if (PICTURES.has(operator)) {
      pictured += scale / pageArea;
      drawn = true;
    } else if (MARKS.has(operator)) drawn = true;
  });
  return { pictured: Math.min(1, pictured), drawn };
}
