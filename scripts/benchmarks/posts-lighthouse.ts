/** Lighthouse scores of a published post, next to the same bytes sent by plain Koa. */
import lighthouse, { desktopConfig } from 'lighthouse';
import { chromium } from 'playwright-core';
import { freePort } from '#api/testing/free-port.ts';
import { WHOLE_CHROMIUM } from '#pipeline/net/testing/chromium.ts';
import { report, type Row } from './lib/table.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export async function judge(url: string, covered: string, plain: string): Promise<void> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: WHOLE_CHROMIUM ?? '',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  const rows: Row[] = [];
  try {
    for (const [page, address] of [
      ['a published post of Gloss', url],
      ['the same with a cover', covered],
      ['its bytes by bare Koa', plain],
    ] as const) {
      for (const [screen, config] of [
        ['phone, slowed down', undefined],
        ['desktop', desktopConfig],
      ] as const) {
        const result = await lighthouse(
          address,
          { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] },
          config,
        );
        if (!result) throw new Error(`Lighthouse said nothing of ${address}`);
        const { categories, audits } = result.lhr;
        const of = (name: string) => Math.round(audits[name]?.numericValue ?? Number.NaN);
        rows.push({
          page,
          screen,
          ...Object.fromEntries(
            CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
          ),
          'largest paint ms': of('largest-contentful-paint'),
          bytes: of('total-byte-weight'),
        });
        const lost = Object.values(audits)
          .filter(
            (it) => it.score !== null && it.score < 0.9 && it.scoreDisplayMode !== 'informative',
          )
          .map((it) => it.id);
        if (address !== plain && lost.length > 0)
          process.stderr.write(`${screen}: ${lost.join(', ')}\n`);
      }
    }
  } finally {
    await browser.close();
  }
  report('posts-lighthouse', 'What Lighthouse says of a published post', rows);
}
