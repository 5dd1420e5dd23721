import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFeedSite, type FeedSite } from '#api/features/follows/testing/feed-site.ts';
import { openStage, PHONE, shootAll, type Stage } from './testing/stage.ts';

let stage: Stage;
let feed: FeedSite;
beforeAll(async () => {
  feed = await openFeedSite();
  feed.items = [{ path: 'rhine' }, { path: 'elbe' }];
  stage = await openStage({ env: { GLOSS_FETCH_ALLOW: feed.host } });
});
afterAll(async () => {
  await stage.close();
  await feed.close();
});

it('follows a feed from the library, shows its new items, and stops following it', async () => {
  const { page, problems } = await stage.open('/library');
  await page.getByRole('link', { name: 'Following' }).click();
  await page.getByRole('heading', { name: 'You follow nothing yet' }).waitFor();

  await page.getByRole('textbox', { name: 'Address' }).fill(`${feed.origin}/feed.xml`);
  await page.getByText('Options').click();
  await page.getByRole('textbox', { name: 'Tags' }).fill('rivers');
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  const row = page.getByRole('list', { name: 'What you follow' }).getByRole('listitem');
  await row.getByText('2 items').waitFor();

  feed.items = [{ path: 'danube' }, ...feed.items];
  await row.getByRole('button', { name: 'Check Rivers weekly now' }).click();
  await row.getByText('3 items').waitFor({ timeout: 90_000 });
  expect(
    (await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze())
      .violations,
  ).toEqual([]);
  await shootAll(page, 'follows');

  await page.setViewportSize(PHONE);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0);
  await row.getByRole('button', { name: 'Unfollow Rivers weekly' }).click();
  await page.getByRole('button', { name: 'Unfollow', exact: true }).click();
  await page.getByRole('heading', { name: 'You follow nothing yet' }).waitFor();
  await page.getByRole('link', { name: 'Library' }).first().click();
  await page.getByText('About danube').waitFor();
  expect(problems).toEqual([]);
});
