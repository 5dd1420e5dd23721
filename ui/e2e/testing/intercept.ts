import type { Page } from 'playwright-core';

const PROBE = '/favicon.svg?intercepted';

/** As `page.route`, for a page that is there already. Chromium says that it takes requests some moments before it does: one that follows at once would go through. */
export async function intercept(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  let isTaken = false;
  const take: typeof route[1] = async (it) => { isTaken = true; await it.fulfill({ body: '' }); };
  await page.route(`**${PROBE}`, take);
  while (!isTaken) await page.evaluate(async (address) => { await fetch(address, { cache: 'no-store' }); }, PROBE);
  await page.route(...route);
  await page.unroute(`**${PROBE}`, take);
}
