/** Fetching pages as Gloss does, next to rendering all of them in Chromium. */
import { setTimeout as delay } from 'node:timers/promises';
import { createLog } from '#config/log.ts';
import { createNet } from '#pipeline/net/index.ts';
import { createParser } from '#pipeline/run/child.ts';
import { fetchPage } from '#pipeline/sources/web/fetch-page.ts';
import { makeCorpus, serveCorpus, type Corpus } from './lib/corpus.ts';
import { percentile, report, skipped, type Row } from './lib/table.ts';
import { treeUse } from './lib/process-tree.ts';

const PAGES = 60;
const PICTURES = 8;
const WARM_UP = 4;
const AT_ONCE = 4;
const MAX_BYTES = 20_000_000;

/** Adds a style sheet and pictures to every page. */
function dressed(): Corpus {
  const corpus = makeCorpus({ web: PAGES, pdf: 0, video: 0 });
  corpus.files.set('/site.css', {
    contentType: 'text/css',
    bytes: new TextEncoder().encode('body{max-width:60rem;margin:auto;background:url(/icon.png)}'),
  });
  for (const [at, { path }] of corpus.sources.entries()) {
    const page = corpus.files.get(path);
    if (!page) throw new Error(`${path} was not made`);
    const pictures = Array.from(
      { length: PICTURES },
      (_, n) => `<img src="/picture/${(at + n) % PAGES}.png" alt="">`,
    ).join('');
    const html = new TextDecoder()
      .decode(page.bytes)
      .replace('</head>', '<link rel="stylesheet" href="/site.css"></head>')
      .replace('</article>', `${pictures}</article>`);
    corpus.files.set(path, { ...page, bytes: new TextEncoder().encode(html) });
  }
  return corpus;
}

export async function run(): Promise<void> {
  const corpus = dressed();
  const site = await serveCorpus(corpus);
  const net = createNet(
    {
      fetchAllow: [site.host],
      dnsServers: [],
      hostPace: { concurrency: 2, perSecond: 1 },
      chromePath: process.env['GLOSS_CHROME_PATH'],
      chromeNoSandbox: process.getuid?.() === 0,
      ytdlpPath: undefined,
      path: process.env['PATH'] ?? '',
    },
    createLog('error'),
  );
  const parser = createParser();
  try {
    if (net.browser.path === undefined) {
      skipped('browserless', 'no Chromium was found (set GLOSS_CHROME_PATH)');
      return;
    }
    const urls = corpus.sources.map(({ path }) => site.origin + path);
    let byBrowser = 0;
    const plain = async (url: string) => {
      const { notes } = await fetchPage({
        url,
        net,
        readBytes: parser.readBytes,
        signal: new AbortController().signal,
        limits: { maxPageBytes: MAX_BYTES, maxPdfBytes: MAX_BYTES },
        report: () => undefined,
      });
      if (notes['read'] !== 'plain') byBrowser += 1;
    };
    const chromium = async (url: string) => {
      await net.browser.render(url, { maxBytes: MAX_BYTES });
    };
    const measure = async (name: string, read: (url: string) => Promise<void>): Promise<Row> => {
      for (const url of urls.slice(0, WARM_UP)) await read(url);
      const times: number[] = [];
      const cpuS = treeUse(process.pid).cpuS;
      const from = performance.now();
      const waiting = urls.values();
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const url of waiting) {
            const started = performance.now();
            await read(url);
            times.push(performance.now() - started);
          }
        }),
      );
      const wallS = (performance.now() - from) / 1000;
      // The CPU time of the browser's helper processes is reported after a moment.
      await delay(200);
      return {
        how: name,
        pages: urls.length,
        'sources/s': urls.length / wallS,
        'p50 ms': percentile(times, 0.5),
        'p95 ms': percentile(times, 0.95),
        'CPU ms/page': ((treeUse(process.pid).cpuS - cpuS) * 1000) / urls.length,
      };
    };
    const ours = await measure(
      'Gloss: the page, its facts and what it needs, through the gate',
      plain,
    );
    const theirs = await measure('Chromium for every page', chromium);
    if (byBrowser > 0)
      throw new Error(`${byBrowser} pages went to the browser, which none of them needs`);
    report('browserless', `Browserless: ${urls.length} pages from loopback, ${AT_ONCE} at once`, [
      ours,
      theirs,
      {
        how: 'ratio, Gloss to Chromium',
        ...Object.fromEntries(
          ['sources/s', 'p50 ms', 'p95 ms', 'CPU ms/page'].map((it) => [
            it,
            Number(ours[it]) / Number(theirs[it]),
          ]),
        ),
      },
    ]);
  } finally {
    await parser.close();
    await net.close();
    site.close();
  }
}
