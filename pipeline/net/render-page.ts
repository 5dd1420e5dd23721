import type { Browser as Puppet, BrowserContext, HTTPResponse, Page } from 'puppeteer-core';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { RenderedPage } from './contract.ts';
import type { Lease } from './egress-proxy.ts';
import { portOf } from './gate.ts';
import { statusFault } from './status-fault.ts';

const GOTO_MS = 20_000;
const SETTLE_MS = 8_000;
const READ_MS = 5_000;
/** least text for which a partially loaded page is kept, in characters */
const LEAST_PARTIAL_CHARS = 500;
const MOST_READS = 4;

const Read = z.object({
  bytes: z.number(),
  html: z.string(),
  title: z.string(),
  chars: z.number(),
});
const readScript = (maxBytes: number, countText: boolean): string => `(() => {
  const doctype = document.doctype ? '<!DOCTYPE ' + document.doctype.name + '>' : '';
  const html = doctype + (document.documentElement?.outerHTML ?? '');
  const bytes = html.length > ${maxBytes} ? html.length : new TextEncoder().encode(html).length;
  return { bytes, html: bytes > ${maxBytes} ? '' : html, title: document.title.slice(0, 2000), chars: ${countText ? 'document.body?.innerText.length ?? 0' : '0'} };
})()`;

/** Renders one page in a separate context. The caller sets the deadline and closes the context. */
export async function renderPage(
  puppet: Puppet,
  context: BrowserContext,
  lease: Lease,
  url: URL,
  maxBytes: number,
): Promise<RenderedPage> {
  const page = await context.newPage();
  context.on('targetcreated', (target) => {
    if (target.type() === 'page' && target !== page.target())
      void target
        .page()
        .then((popup) => popup?.close())
        .catch(() => undefined);
  });
  const { promise: crashed, reject } = Promise.withResolvers<never>();
  crashed.catch(() => undefined);
  page.on('error', (cause) =>
    reject(
      new Fault('provider_failed', {
        message: "This page crashes the browser, so Gloss can't read it.",
        cause,
      }),
    ),
  );
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  let main: HTTPResponse | undefined;
  let asked = url;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      asked = URL.parse(request.url()) ?? asked;
  });
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.request().frame() === page.mainFrame())
      main = response;
  });
  return Promise.race([
    crashed,
    (async () => {
      await page.setUserAgent({
        userAgent: (await puppet.userAgent()).replace('HeadlessChrome', 'Chrome'),
      });
      await page.authenticate({ username: lease.username, password: lease.password });
      const isWhole = await open(page, url, () => refusal(lease, asked));
      const read = await readDocument(page, maxBytes, !isWhole);
      const refused = refusal(lease, asked);
      if (refused) throw refused;
      const end = URL.parse(page.url());
      if (!main || !end || !/^https?:$/.test(end.protocol))
        throw new Fault('provider_failed', {
          message: 'The site could not be reached. Try again in a moment.',
        });
      const fault = statusFault(main.status(), main.headers());
      if (fault) throw fault;
      if (read.bytes > maxBytes) throw new Fault('too_large', { details: { maxBytes } });
      if (!isWhole && read.chars < LEAST_PARTIAL_CHARS) throw new Fault('timed_out');
      return { url: end.href, status: main.status(), html: read.html, title: read.title };
    })(),
  ]);
}

/** The refusal of the page's own address, if any; refused resources are not a failure of the page. */
function refusal(lease: Lease, asked: URL): Fault | undefined {
  return (
    lease.refusals.get(`${asked.hostname}:${portOf(asked)}`) ??
    lease.refusals.values().find((fault) => fault.code === 'too_large')
  );
}

/** Returns false if the page didn't finish loading but has some content. */
async function open(page: Page, url: URL, refused: () => Fault | undefined): Promise<boolean> {
  try {
    await page.goto(url.href, { waitUntil: 'domcontentloaded', timeout: GOTO_MS });
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    const fault = refused();
    if (fault) throw fault;
    if (/ERR_TOO_MANY_REDIRECTS/.test(text))
      throw new Fault('unsupported_url', {
        message:
          'This address redirects in circles. Open it in a browser and paste the address it ends at.',
      });
    if (/ERR_ABORTED/.test(text))
      throw new Fault('unsupported_url', {
        message: 'There is no page at this address: the site offers a download or nothing.',
      });
    if (!(error instanceof Error) || error.name !== 'TimeoutError')
      throw new Fault('provider_failed', {
        message: 'The site could not be reached. Try again in a moment.',
        cause: error,
      });
    const session = await page.createCDPSession();
    await session.send('Page.stopLoading');
    return false;
  }
  await page
    .waitForNetworkIdle({ idleTime: 500, concurrency: 2, timeout: SETTLE_MS })
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
    });
  return true;
}

/**
 * Runs in an isolated world, where the page's scripts can't have replaced functions. Retries if the
 * page navigates meanwhile.
 */
async function readDocument(
  page: Page,
  maxBytes: number,
  countText: boolean,
): Promise<z.infer<typeof Read>> {
  const session = await page.createCDPSession();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { frameTree } = await session.send('Page.getFrameTree');
      const { executionContextId } = await session.send('Page.createIsolatedWorld', {
        frameId: frameTree.frame.id,
        worldName: 'gloss',
      });
      const { result } = await session.send('Runtime.evaluate', {
        expression: readScript(maxBytes, countText),
        contextId: executionContextId,
        returnByValue: true,
        timeout: READ_MS,
      });
      return Read.parse(result.value);
    } catch (error) {
      if (
        attempt >= MOST_READS ||
        !(error instanceof Error) ||
        !/context|navigat|No frame/i.test(error.message)
      )
        throw error;
      await page.waitForNetworkIdle({ idleTime: 300, timeout: 2_000 }).catch(() => undefined);
    }
  }
}
