/** From a key to the frame that shows it, as the page itself sees it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Window } from '../ui/stage.ts';

declare global {
  var keyTimes: number[];
}

/** Before the page is opened. */
export const watchKeys = (): void => {
  globalThis.keyTimes = [];
  addEventListener(
    'keydown',
    (event) => {
      // What is posted while a frame is made is received once it was painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          globalThis.keyTimes.push(performance.now() - event.timeStamp);
        };
        port2.postMessage(null);
      });
    },
    { capture: true },
  );
};

export interface Typed {
  /** ms, of each key */
  times: readonly number[];
  /** of the page's main thread, a key: what other programs do does not count */
  cpuMs: number;
}

/** What the page's main thread has worked so far, by its own clock. */
export async function workedMs({ cdp }: Window): Promise<number> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return (
    ((await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')
      ?.value ?? 0) * 1000
  );
}

/** Types into a paragraph, a key at a time, each after the last was painted. */
export async function typeInto(window: Window, paragraph: Locator, keys: number): Promise<Typed> {
  const { page } = window;
  // Until what is made while nothing else is to do has been made.
  await page.waitForTimeout(3000);
  await paragraph.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
  });
  await paragraph.click();
  await page.keyboard.press('End');
  // The first keys bring what is loaded and compiled once.
  await press(page, 20);
  await page.evaluate(() => {
    globalThis.keyTimes = [];
  });
  const before = await workedMs(window);
  await press(page, keys);
  const cpuMs = ((await workedMs(window)) - before) / keys;
  const times = await page.evaluate(() => keyTimes);
  return { cpuMs, times };
}

async function press(page: Page, keys: number): Promise<void> {
  for (let n = 0; n < keys; n += 1) {
    await page.keyboard.press(n % 6 === 5 ? 'Space' : ('abcde'[n % 6] ?? 'a'));
    // Until it was painted, and what follows it is done: nobody types faster than ten keys a
    // second.
    await wait(60);
  }
}
