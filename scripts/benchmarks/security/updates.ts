/**
 * Changes to notes that no editor makes, sent by a person with write access. The notes must still
 * open for everyone.
 */
import { chromium, type Browser } from 'playwright-core';
import { z } from 'zod';
import { hostileUpdates } from '#api/collab/testing/hostile-updates.ts';
import { openEditor, sendUpdate } from '#api/collab/testing/raw-socket.ts';
import { CHROMIUM } from '#pipeline/net/testing/chromium.ts';
import { cameThrough, type AttackRow } from '../lib/attack.ts';
import { startGloss, withDataDir, type GlossProcess } from '../lib/gloss-process.ts';
import { addThread, collabUrlOf, ownerTokenOf } from '../lib/people.ts';

const UPDATES = 500;
/** Opens a page after this many changes, because it takes seconds; the API is checked after each. */
const PAGE_EVERY = 50;
const SEED = 21;
const PAGE_MS = 45_000;

async function opensByApi(gloss: GlossProcess, thread: string): Promise<boolean> {
  const response = await gloss.call('GET', `threads/${thread}`);
  await response.arrayBuffer();
  return response.ok;
}

/** Opens the notes in a browser, like the owner. */
async function opensInPage(
  browser: Browser,
  gloss: GlossProcess,
  thread: string,
): Promise<boolean> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  try {
    const page = await context.newPage();
    const { url } = z.object({ url: z.string() }).parse(await gloss.data('POST', 'auth/link'));
    await page.goto(url, { timeout: PAGE_MS });
    await page.goto(`${gloss.url}/t/${thread}`, { timeout: PAGE_MS });
    await page.locator('.ProseMirror').first().waitFor({ timeout: PAGE_MS });
    return true;
  } catch {
    return false;
  } finally {
    await context.close();
  }
}

export async function attack(): Promise<AttackRow[]> {
  return withDataDir(async (folder) => {
    const gloss = await startGloss(folder, { GLOSS_LOG_LEVEL: 'error' });
    const browser = CHROMIUM
      ? await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
      : undefined;
    try {
      const thread = await addThread(gloss, 'Updates');
      const options = {
        url: collabUrlOf(gloss),
        threadId: thread,
        accessToken: ownerTokenOf(gloss),
      };
      if (browser && !(await opensInPage(browser, gloss, thread)))
        throw new Error('the page does not open before anything was sent');
      const base = new Uint8Array(
        await (await gloss.call('GET', `threads/${thread}/notes`)).arrayBuffer(),
      );
      let [raw, taken, closedByApi, closedInPage, pages] = [await openEditor(options), 0, 0, 0, 0];
      for (const [at, { name, update }] of hostileUpdates(base, UPDATES, SEED).entries()) {
        if (!raw.isOpen()) raw = await openEditor(options);
        if ((await sendUpdate(raw, update)) === 'taken') taken += 1;
        if (!(await opensByApi(gloss, thread))) {
          closedByApi += 1;
          process.stderr.write(`  not opened by the API after: ${name}\n`);
        }
        if (!browser || (at + 1) % PAGE_EVERY !== 0) continue;
        pages += 1;
        if (await opensInPage(browser, gloss, thread)) continue;
        closedInPage += 1;
        process.stderr.write(`  not opened in the page after: ${name}\n`);
      }
      raw.close();
      process.stderr.write(`  ${taken} of ${UPDATES} were taken\n`);
      return [
        cameThrough(
          'hostile changes of notes after which the API cannot open them',
          'checked before they are kept',
          UPDATES,
          closedByApi,
        ),
        ...(browser
          ? [
              cameThrough(
                `hostile changes of notes after which Chromium cannot open them, looked at after each ${PAGE_EVERY}`,
                'checked before they are kept',
                pages,
                closedInPage,
              ),
            ]
          : []),
      ];
    } finally {
      await browser?.close();
      await gloss.stop();
    }
  });
}
