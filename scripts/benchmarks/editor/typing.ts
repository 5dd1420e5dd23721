/** Time from a key press to the frame that shows it, as measured in the page. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Window } from '../ui/stage.ts';

declare global {
  var keyTimes: number[];
}

/** Must run before the page is opened. */
export const watchKeys = (): void => {
  globalThis.keyTimes = [];
  addEventListener(
    'keydown',
    (event) => {
      // A message posted while a frame is rendered is received after it is painted.
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
  /** ms per key */
  times: readonly number[];
  /** CPU ms of the page's main thread per key; other programs don't count */
  cpuMs: number;
}

/** Returns the CPU ms of the page's main thread so far. */
export async function workedMs({ cdp }: Window): Promise<number> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return (
    ((await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')
      ?.value ?? 0) * 1000
  );
}

/** Types into a paragraph, each key after the previous one was painted. */
export async function typeInto(window: Window, paragraph: Locator, keys: number): Promise<Typed> {
  const { page } = window;
  // Waits until idle rendering is done.
  await page.waitForTimeout(3000);
  await paragraph.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
  });
  await paragraph.click();
  await page.keyboard.press('End');
  // The first keys load and compile code.
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
    // Waits until the key is painted and follow-up work is done; people type at most ten keys per second.
    await wait(60);
  }
}
