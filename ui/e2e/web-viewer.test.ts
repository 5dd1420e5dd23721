import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStage, shoot, shootAll, type Stage } from './testing/stage.ts';

const BODY = Array.from(
  { length: 12 },
  (_, at) =>
    `<p>Paragraph ${at + 1}: the river bends, and the bank wears away. Then the bank wears again, for the water there is quick. ${'Slow water drops what it carries. '.repeat(6)}</p>`,
).join('');
const ARABIC =
  '<p>ينحني النهر ويتآكل الضفة الخارجية لأن الماء هناك أسرع من الماء في الجهة الأخرى من المنعطف، وهذا ما يجعل المجرى يتحرك ببطء عبر السهل.</p>'.repeat(
    4,
  );
const page = (title: string, body: string, html = 'lang="en"') =>
  `<!doctype html><html ${html}><head><title>${title}</title></head><body><article><h1>${title}</h1>${body}</article></body></html>`;
const PAGES: Record<string, string> = {
  '/river.html': page('How a river bends', BODY),
  '/nahr.html': page('كيف ينحني النهر', ARABIC, 'lang="ar" dir="rtl"'),
};

/** A page in the frame with its own script, as if every other protection had failed. */
const HOSTILE = `<!doctype html><body><p data-p="1">Hostile</p><script>
  const clip = { type: 'web_createClip', paragraph: 1, text: 'planted', prefix: '', suffix: '', occurrence: 0, start: 0, end: 7 };
  const flood = (say, nonce) => { for (let n = 0; n < 500; n++) { say({ ...clip, nonce }); say({ type: 'web_key', key: 'highlight', nonce }); say({ type: 'web_deleteClip', _id: 'x', nonce }); } };
  addEventListener('message', ({ data, ports }) => {
    if (!ports[0]) return;
    const say = (message) => ports[0].postMessage(message);
    say({ type: 'web_ready', paragraphs: 1, nonce: data.nonce });
    setTimeout(() => { flood(say, data.nonce); flood((message) => parent.postMessage(message, '*'), data.nonce); document.body.dataset.done = 'yes'; }, 300);
  });
  parent.postMessage({ type: 'web_hello', mount: location.hash.slice(1) }, '*');
  flood((message) => parent.postMessage(message, '*'), 'guess');
</script></body>`;

/** One of our pages on a slow machine: it sends nothing until told to. */
const LATE = `<!doctype html><body><p data-p="1">Late</p><script>
  addEventListener('message', ({ data, ports }) => ports[0]?.postMessage({ type: 'web_ready', paragraphs: 1, nonce: data.nonce }));
  function greet() { parent.postMessage({ type: 'web_hello', mount: location.hash.slice(1) }, '*'); }
</script></body>`;

describe('the web page viewer', () => {
  let stage: Stage;
  let site: Server;
  let window: Page;
  let problems: string[];
  let thread: { _id: string; url: string };
  let ids: Record<string, string>;
  beforeAll(async () => {
    site = createServer((req, res) => {
      res
        .setHeader('Content-Type', 'text/html; charset=utf-8')
        .writeHead(PAGES[req.url ?? ''] ? 200 : 404)
        .end(PAGES[req.url ?? '']);
    });
    await new Promise<void>((resolve) => {
      site.listen(0, '127.0.0.1', resolve);
    });
    const { port } = site.address() as AddressInfo;
    stage = await openStage({ env: { GLOSS_FETCH_ALLOW: `127.0.0.1:${port}` } });
    thread = (await stage.call('POST', 'threads', { title: 'Rivers' })) as typeof thread;
    await stage.call('POST', 'thread/addSource', {
      threadId: thread._id,
      sources: [...Object.keys(PAGES), '/gone.html'].map((path) => ({
        url: `http://127.0.0.1:${port}${path}`,
      })),
    });
    await vi.waitFor(
      async () => {
        const { thread_source_data: sources } = (await stage.call(
          'GET',
          `threads/${thread._id}`,
        )) as {
          thread_source_data: { _id: string; sourceUrl: string; status: { embedding: number } }[];
        };
        ids = Object.fromEntries(sources.map((it) => [new URL(it.sourceUrl).pathname, it._id]));
        expect(sources.map((it) => it.status.embedding).sort()).toEqual([1, 1, 2]);
      },
      { timeout: 60_000, interval: 100 },
    );
    ({ page: window, problems } = await stage.open(
      `/t/${thread.url}?source=${ids['/river.html']}`,
    ));
  });
  afterAll(async () => {
    await stage.close();
    site.close();
  });

  const origin = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const viewer = (of = window) => of.getByRole('region', { name: 'Source viewer' });
  const frame = (of = window): FrameLocator => viewer(of).frameLocator('iframe');
  const clips = (of = window) =>
    of.getByRole('region', { name: 'Notes' }).getByRole('figure', { name: 'Web clip' });
  const bar = () => window.getByRole('toolbar', { name: 'Selected text' });
  /** The text that the frame highlights, by the name of the colour's highlight. */
  const marked = () =>
    frame()
      .locator('body')
      .evaluate(() =>
        Object.fromEntries(
          [...(CSS.highlights as unknown as Map<string, Set<Range>>)]
            .filter(([name]) => name.startsWith('gloss-clip'))
            .map(([name, ranges]) => [
              name,
              [...ranges].map((it) => {
                const before = document.createRange();
                before.setStart(
                  it.startContainer.parentElement?.closest('[data-p]') ?? document.body,
                  0,
                );
                before.setEnd(it.startContainer, it.startOffset);
                return `${before.toString().slice(-11)}[${it.toString()}]`;
              }),
            ]),
        ),
      );
  /** Drags like a user: from before the words to after them. */
  async function select(paragraph: number, words: string, nth: number): Promise<void> {
    const box = await frame()
      .locator(`[data-p="${paragraph}"]`)
      .evaluate(
        (element, [text, at]) => {
          const { firstChild: node } = element;
          let from = -1;
          for (let n = 0; n <= at; n++) from = node?.nodeValue?.indexOf(text, from + 1) ?? -1;
          const range = document.createRange();
          range.setStart(node as Node, from);
          range.setEnd(node as Node, from + text.length);
          element.scrollIntoView({ block: 'center' });
          // They can start on one line and end on the next.
          const lines = [...range.getClientRects()];
          const [first, last] = [lines[0], lines.at(-1)];
          if (!first || !last) throw new Error('The words are not shown.');
          return {
            left: first.left,
            from: first.top + first.height / 2,
            right: last.right,
            to: last.top + last.height / 2,
          };
        },
        [words, nth] as const,
      );
    const outer = await viewer().locator('iframe').boundingBox();
    if (!outer) throw new Error('The frame is not shown.');
    await window.mouse.move(outer.x + box.left + 1, outer.y + box.from);
    await window.mouse.down();
    await window.mouse.move(outer.x + box.right - 1, outer.y + box.to, { steps: 4 });
    await window.mouse.up();
  }

  it('highlights selected text in both views, also after a reload', async () => {
    await frame().getByText('Paragraph 3:').waitFor();
    // in the fonts of the notes, which the content host has
    await expect
      .poll(() =>
        frame()
          .locator('body')
          .evaluate(() =>
            [...document.fonts]
              .filter((it) => it.status === 'loaded')
              .map((it) => it.family.replaceAll('"', '')),
          ),
      )
      .toContain('Source Serif 4 Variable');
    await select(4, 'the bank wears', 1);
    await bar().getByRole('button', { name: 'Highlight in green' }).click();
    await clips().getByText('the bank wears', { exact: true }).waitFor();
    const very = { 'gloss-clip-8ad3a0': ['away. Then [the bank wears]'] };
    await expect.poll(marked).toEqual(very);
    await shoot(window, 'web-clip-wide-light');
    await viewer().getByRole('radio', { name: 'Web' }).click();
    await expect.poll(marked).toEqual(very);
    await window
      .getByText(/^synced$/i)
      .first()
      .waitFor();
    await window.reload();
    await expect.poll(marked).toEqual(very);
  });

  it('opens a highlight with the pointer or the keyboard to change its colour, underline or delete it', async () => {
    const highlight = frame().getByRole('button', { name: 'Highlight: the bank wears' });
    await highlight.focus();
    await window.keyboard.press('Enter');
    const popover = window.getByRole('dialog', { name: 'Highlight' });
    await popover.getByRole('radio', { name: 'Underline' }).click();
    await popover.getByRole('radio', { name: 'Blue' }).click();
    await expect
      .poll(marked)
      .toEqual({ 'gloss-clip-86bdf5-line': ['away. Then [the bank wears]'] });
    await shoot(window, 'web-highlight-wide-light');
    const { violations } = await new AxeBuilder({ page: window }).exclude('iframe').analyze();
    expect(
      violations
        .filter((it) => it.impact === 'serious' || it.impact === 'critical')
        .map((it) => it.id),
    ).toEqual([]);
    await window.keyboard.press('Escape');
    await popover.waitFor({ state: 'hidden' });
    await expect
      .poll(() => highlight.evaluate((element) => element === document.activeElement))
      .toBe(true);
    await window.keyboard.press('Delete');
    await clips().waitFor({ state: 'detached' });
    await expect.poll(marked).toEqual({});
    await window.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(marked)
      .toEqual({ 'gloss-clip-86bdf5-line': ['away. Then [the bank wears]'] });
  });

  it('searches the page, also when the search is opened from inside the page', async () => {
    await frame().locator('[data-p="2"]').click();
    await window.keyboard.press('Control+f');
    await window.getByRole('textbox', { name: 'Find in page' }).fill('bank wears again');
    await viewer().getByText('1 of 12').waitFor();
    await window.getByRole('button', { name: 'Previous match' }).click();
    await viewer().getByText('12 of 12').waitFor();
    await window.keyboard.press('Escape');
  });

  it('opens a paragraph by its address, and shows right-to-left text', async () => {
    // The flash is short, so the test records that it happened.
    await window.addInitScript(() => {
      new MutationObserver((changes) => {
        for (const { target } of changes)
          if (target instanceof HTMLElement && target.classList.contains('gloss-flash'))
            target.dataset['lit'] = 'yes';
      }).observe(document, { subtree: true, attributeFilter: ['class'] });
    });
    await window.goto(`${stage.server.url}/t/${thread.url}?source=${ids['/river.html']}&p=9`);
    await frame().locator('[data-p="9"][data-lit]').waitFor();
    await window.goto(`${stage.server.url}/t/${thread.url}?source=${ids['/nahr.html']}`);
    const words = frame().locator('p[data-p]').first();
    await words.waitFor();
    expect(await words.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await shoot(window, 'web-rtl-wide-light');
  });

  it('requests a new address when the current one fails', async () => {
    const { page: other } = await stage.open();
    const views = /\/c\/[\w.-]+$/;
    await other.route(views, (route) =>
      route.fulfill({ status: 403, contentType: 'application/json', body: '{}' }),
    );
    await other.goto(`${stage.server.url}/t/${thread.url}?source=${ids['/river.html']}`);
    const failed = viewer(other).getByRole('alert');
    await failed.getByText("Couldn't open the page").waitFor();
    await other.unroute(views);
    await failed.getByRole('button', { name: 'Retry' }).click();
    await frame(other).getByText('Paragraph 3:').waitFor();
    await other.close();
  });

  it('shows a page that loads late, after it was reported as not loading', async () => {
    const { page: other } = await stage.open();
    await other.route(/\/c\/[\w.-]+$/, (route) =>
      route.fulfill({ contentType: 'text/html', body: LATE }),
    );
    await other.goto(`${stage.server.url}/t/${thread.url}?source=${ids['/river.html']}`);
    const failed = viewer(other).getByRole('alert');
    await failed.getByText("Couldn't open the page").waitFor();
    await frame(other)
      .locator('body')
      .evaluate(() => {
        (globalThis as unknown as { greet(): void }).greet();
      });
    await frame(other).getByText('Late').waitFor();
    await failed.waitFor({ state: 'detached' });
    await other.close();
  });

  it('says why a page could not be loaded, and tries again', async () => {
    await window.goto(`${stage.server.url}/t/${thread.url}?source=${ids['/gone.html']}`);
    const failed = viewer().getByRole('alert');
    await failed.getByText("Couldn't load the website").waitFor();
    await shoot(window, 'web-failed-wide-light');
    const asked = window.waitForRequest((request) =>
      request.url().endsWith(`/sources/${ids['/gone.html']}/retry`),
    );
    await failed.getByRole('button', { name: 'Retry' }).click();
    await asked;
    expect(problems).toEqual([]);
  });

  it('changes the link of a page that could not be loaded, and shows the new page', async () => {
    const failed = viewer().getByRole('alert');
    await failed.getByRole('button', { name: 'Edit link' }).click();
    const dialog = window.getByRole('dialog', { name: 'Edit link' });
    const link = dialog.getByRole('textbox', { name: 'Link' });
    const typo = await link.inputValue();
    await link.fill(typo.replace('gone', 'river'));
    await dialog.getByRole('button', { name: 'Save link' }).click();
    await dialog.getByText('“How a river bends” in your library has this link already.').waitFor();
    await shootAll(window, 'edit-link');
    await dialog.getByRole('button', { name: 'Open source' }).click();
    await frame().getByText('Paragraph 3:').waitFor();
    // With the text of the river page it would be the same source.
    PAGES['/late.html'] = page(
      'Written later',
      `${BODY}<p>This was written once the river had found another bed, which took it a hundred years and one wet night.</p>`,
    );
    await window.getByRole('button', { name: /^127.0.0.1 › gone/ }).click();
    await failed.getByRole('button', { name: 'Edit link' }).click();
    await link.fill(typo.replace('gone', 'late'));
    await link.press('Enter');
    await window.getByRole('button', { name: /^Written later/ }).waitFor();
    await frame().getByText('Paragraph 3:').waitFor();
    expect(new URL(window.url()).searchParams.get('source')).toBe(ids['/gone.html']);
  });

  it('removes a page that could not be loaded, after a confirmation', async () => {
    const { page: other } = await stage.open();
    await stage.call('POST', 'thread/addSource', {
      threadId: thread._id,
      url: `${origin()}/never.html`,
    });
    await other.goto(`${stage.server.url}/t/${thread.url}`);
    await other.getByRole('button', { name: /^127.0.0.1 › never/ }).click();
    await viewer(other).getByRole('alert').getByRole('button', { name: 'Remove' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await other.getByRole('button', { name: /^127.0.0.1 › never/ }).waitFor({ state: 'detached' });
    await other.close();
  });

  it('leaves the rest of the screen alone when it crashes, and recovers on retry', async () => {
    const { page: other } = await stage.open();
    const chunk = /\/assets\/flow-viewer-.*\.js$/;
    await other.route(chunk, (route) => route.abort());
    await other.goto(`${stage.server.url}/t/${thread.url}?source=${ids['/river.html']}`);
    const broken = viewer(other).getByRole('alert');
    await broken.getByText('Couldn’t show this source').waitFor();
    await clips(other).waitFor();
    await shoot(other, 'viewer-broken-wide-light');
    await other.unroute(chunk);
    await broken.getByRole('button', { name: 'Retry' }).click();
    await frame(other).getByText('Paragraph 3:').waitFor();
    // A component that throws whenever it is rendered.
    await other.route(chunk, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export function FlowViewer() { throw new Error("broken"); }',
      }),
    );
    await other.reload();
    await broken.getByText('Couldn’t show this source').waitFor();
    await clips(other).waitFor();
    await other.close();
  });

  it("waits for the server if the viewer can't be loaded, and then shows the source", async () => {
    const { page: other } = await stage.open();
    const away = /\/assets\/(?:flow-)?viewer-.*\.(?:js|css)$|\/api\/ready$/;
    await other.route(away, (route) => route.abort());
    await other.goto(`${stage.server.url}/t/${thread.url}?source=${ids['/river.html']}`);
    await viewer(other).getByText('Connection lost.').waitFor();
    expect(await viewer(other).getByRole('alert').count()).toBe(0);
    await clips(other).waitFor();
    await shootAll(other, 'viewer-away', 'Source');
    await other.unroute(away);
    await frame(other).getByText('Paragraph 3:').waitFor();
    expect(await viewer(other).getByText('Connection lost.').count()).toBe(0);
    const styles = other.locator('link[rel=stylesheet][href*="/viewer-"]');
    expect(
      await styles.evaluateAll((all) => all.map((it) => 'sheet' in it && it.sheet !== null)),
    ).toEqual([true]);
    await other.close();
  });

  it('creates and deletes no clips for a hostile page', async () => {
    const { page: other } = await stage.open();
    await other.route(/\/c\/[\w.-]+$/, (route) =>
      route.fulfill({ contentType: 'text/html', body: HOSTILE }),
    );
    await other.goto(`${stage.server.url}/t/${thread.url}?source=${ids['/river.html']}`);
    await clips(other).waitFor();
    await frame(other).locator('body[data-done]').waitFor();
    await expect.poll(() => clips(other).count()).toBe(1);
    expect(await clips(other).getByText('planted').count()).toBe(0);
  });
});
