/**
 * Chromium reports the network change slightly before it applies: an immediate request would still
 * use the old network.
 */
import type { Page } from 'playwright-core';

const PROBE = '/favicon.svg?probe';
const asks = (page: Page): Promise<boolean> =>
  page.evaluate(
    (address) =>
      fetch(address, { cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
    PROBE,
  );

/** Like `page.route`, for a page that is already open. */
export async function intercept(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  let isTaken = false;
  const take: (typeof route)[1] = async (it) => {
    isTaken = true;
    await it.fulfill({ body: '' });
  };
  await page.route(`**${PROBE}`, take);
  while (!isTaken) await asks(page);
  await page.route(...route);
  await page.unroute(`**${PROBE}`, take);
}

export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  while (await asks(page));
}
