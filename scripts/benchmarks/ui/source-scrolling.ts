/** A thread of a thousand sources: its strip and its list. */
import { scrollFor, scrollRow } from './scrolling.ts';
import type { Measure } from './measure.ts';
import type { SiteFile } from './stage.ts';

const SOURCES = 1000;
const PX_PER_S = 3000;
const SECONDS = 8;
export const TITLES: readonly string[] = Array.from(
  { length: SOURCES },
  (_, n) => `Book ${n + 1} of the long shelf, and what stands in its margins`,
);
const paths = Array.from({ length: SOURCES }, (_, n) => `/shelf/${n + 1}.html`);
const page = (n: number): string =>
  `<!doctype html><html lang="en"><head><title>${TITLES[n - 1]}</title></head><body><article><h1>Book ${n}</h1>${`<p>Reader ${n} wrote in the margin of book ${n} that page ${n * 7} says what page ${n * 3} had said before, in other words.</p>`.repeat(4)}</article></body></html>`;

export const sourceScrolling: Measure = {
  files: () =>
    Object.fromEntries(
      paths.map((path, at): [string, SiteFile] => [
        path,
        { type: 'text/html', bytes: page(at + 1) },
      ]),
    ),
  async run(stage) {
    const { url } = await stage.thread(paths);
    const window = await stage.open(`/t/${url}`);
    const { page: tab } = window;
    const strip = tab.getByRole('list', { name: 'Sources' }).locator('xpath=..');
    await strip.getByText('Book 1 of').first().waitFor();
    await scrollFor(strip, 2, PX_PER_S, 'across');
    const rows = [
      await scrollRow('1,000 sources, the strip', window, strip, {
        seconds: SECONDS,
        pxPerS: PX_PER_S,
        axis: 'across',
      }),
    ];
    await tab.getByRole('button', { name: 'Thread sources' }).click();
    const list = tab
      .getByRole('region', { name: 'Sources' })
      .getByRole('list', { name: 'Sources' })
      .locator('xpath=..');
    await list.getByText('Book 1 of').first().waitFor();
    await scrollFor(list, 2, PX_PER_S);
    rows.push(
      await scrollRow('1,000 sources, the list', window, list, {
        seconds: SECONDS,
        pxPerS: PX_PER_S,
      }),
    );
    await window.close();
    return rows;
  },
};
