/** Reference for scrolling: a long page without scripts on this machine. */
import { scrollRow } from './scrolling.ts';
import type { Measure } from './measure.ts';

const PARAGRAPHS = 10_000;

export const plainScrolling: Measure = {
  files: () => ({
    '/plain.html': {
      type: 'text/html',
      bytes: `<!doctype html><title>Plain</title><body style="height:100vh;margin:0;overflow:hidden"><main style="height:100%;overflow:auto">${'<p>A sentence of a page that has nothing but sentences.</p>'.repeat(PARAGRAPHS)}</main></body>`,
    },
  }),
  async run(stage) {
    const window = await stage.openSite('/plain.html');
    const area = window.page.locator('main');
    const rows = [
      await scrollRow('a plain page, for comparison', window, area, { seconds: 6, pxPerS: 3000 }),
    ];
    await window.close();
    return rows;
  },
};
