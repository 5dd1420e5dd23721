import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './testing/stage.ts';

const THREADS = 30;

/** Long lists with the keyboard only. */
describe('lists', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ sample: true });
    for (let n = 0; n < THREADS; n += 1)
      await stage.call('POST', 'threads', { title: `Thread ${n}` });
  });
  afterAll(() => stage.close());

  /** The focused list, the position of its item and the control. */
  const focused = (page: Page) =>
    page.evaluate(() => {
      const { activeElement: control } = document;
      const item = control?.closest('li');
      const list = item?.closest('ul');
      const at = item?.getAttribute('aria-posinset');
      return {
        list: list?.getAttribute('aria-label') ?? null,
        at: Number(at ?? (item && list ? [...list.children].indexOf(item) + 1 : 0)),
        control: control?.localName,
      };
    });
  /** Presses Tab until the list has the focus. */
  const tabTo = async (page: Page, list: string) => {
    for (let n = 0; n < 40; n += 1) {
      if ((await focused(page)).list === list) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${list}.`);
  };
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  it('are one tab stop for all threads, and keep the focus when one is deleted', async () => {
    const { page, context, problems } = await stage.open('/');
    await page.getByRole('link', { name: `Thread ${THREADS - 1}`, exact: true }).waitFor();
    await tabTo(page, 'Threads');
    expect(await focused(page)).toEqual({ list: 'Threads', at: 1, control: 'a' });
    await press(page, 'Tab');
    expect((await focused(page)).list).not.toBe('Threads');
    await press(page, 'Shift+Tab', 'ArrowDown');
    expect(await focused(page)).toEqual({ list: 'Threads', at: 4, control: 'a' });
    await press(page, 'End');
    await expect.poll(() => focused(page)).toMatchObject({ at: THREADS + 1, control: 'a' });
    await press(page, 'Home');
    await expect.poll(() => focused(page)).toMatchObject({ at: 1, control: 'a' });
    await press(page, 'ArrowRight', 'Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await press(page, 'End', 'Enter');
    await page
      .getByRole('link', { name: `Thread ${THREADS - 1}`, exact: true })
      .waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toEqual({ list: 'Threads', at: 1, control: 'button' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are one tab stop in the library and in the trash', async () => {
    const { page, context, problems } = await stage.open('/library');
    await page.getByRole('list', { name: 'Sources' }).getByRole('link').first().waitFor();
    await tabTo(page, 'Sources');
    expect(await focused(page)).toEqual({ list: 'Sources', at: 1, control: 'a' });
    await press(page, 'Tab');
    expect((await focused(page)).list).not.toBe('Sources');
    await press(page, 'Shift+Tab', 'ArrowLeft', 'Space', 'ArrowDown', 'Space', 'Delete');
    await page.getByRole('alertdialog').waitFor();
    const deleted = page.waitForResponse((it) => it.url().endsWith('/sources/many') && it.ok());
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await deleted;
    await expect
      .poll(() =>
        page.getByRole('list', { name: 'Sources' }).getByRole('link', { name: /./ }).count(),
      )
      .toBeGreaterThan(0);
    await expect.poll(() => focused(page)).toMatchObject({ list: 'Sources', control: 'input' });

    await page.goto(`${stage.server.url}/library/trash`);
    const trash = page.getByRole('list', { name: 'Sources in the trash' });
    await expect.poll(() => trash.getByRole('listitem').count()).toBe(2);
    await tabTo(page, 'Sources in the trash');
    await press(page, 'Tab');
    expect((await focused(page)).list).toBeNull();
    await press(page, 'Shift+Tab', 'Enter');
    await expect.poll(() => trash.getByRole('listitem').count()).toBe(1);
    await expect
      .poll(() => focused(page))
      .toEqual({ list: 'Sources in the trash', at: 1, control: 'button' });
    expect(problems).toEqual([]);
    await context.close();
  });
});
