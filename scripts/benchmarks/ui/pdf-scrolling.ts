/** Scrolls a PDF of a thousand pages: at reading speed, and fast. */
import { longPdf } from '#pipeline/testing/plain-pdf.ts';
import { scrollFor, scrollRow } from './scrolling.ts';
import type { Measure } from './measure.ts';

const PAGES = 1000;
const LINES = 44;
/** px per second */
const READING = 1500;
const LEAFING = 6000;

export const pdfScrolling: Measure = {
  files: () => ({ '/long.pdf': { type: 'application/pdf', bytes: longPdf(PAGES, LINES) } }),
  async run(stage) {
    const { url } = await stage.thread(['/long.pdf']);
    const window = await stage.open(`/t/${url}`);
    const area = window.page.locator('.gloss-pdf');
    await area.locator('.textLayer').getByText('page1word', { exact: false }).first().waitFor();
    // Scrolls through a few pages first, so that one-time loading isn't counted.
    await scrollFor(area, 2, LEAFING);
    const rows = [
      await scrollRow('1,000-page PDF, reading on', window, area, { seconds: 12, pxPerS: READING }),
      await scrollRow('1,000-page PDF, leafing', window, area, { seconds: 12, pxPerS: LEAFING }),
    ];
    await window.close();
    return rows;
  },
};
