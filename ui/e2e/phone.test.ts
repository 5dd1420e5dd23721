import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { goOffline } from './testing/network.ts';
import { openStage, PHONE, shoot, type Stage } from './testing/stage.ts';
import { sampleThread, type SampleThread } from './testing/sample-thread.ts';

const SIDEWAYS = { width: 844, height: 390 };
const SIZES = [
  ['upright', PHONE],
  ['sideways', SIDEWAYS],
] as const;
/** px, minimum size for fingers */
const TARGET = 44;

describe('notes on a phone', () => {
  let stage: Stage;
  let thread: SampleThread;
  beforeAll(async () => {
    stage = await openStage({ sample: true });
    thread = await sampleThread(stage);
  });
  afterAll(() => stage.close());

  const open = async (
    query = '',
    viewport: { width: number; height: number } = PHONE,
    url = thread.url,
  ) => {
    const opened = await stage.open('/library', { viewport, isTouch: true });
    await opened.page.evaluate(() => localStorage.setItem('gloss-tour-dismissed', 'true'));
    await opened.page.goto(`${stage.server.url}/t/${url}${query}`);
    return opened;
  };
  const pane = (page: Page, name: 'Source' | 'Notes' | 'Ask') =>
    page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name }).tap();
  const text = (page: Page) => page.locator('.note-editor[role="textbox"]');
  const tools = (page: Page) => page.getByRole('toolbar', { name: 'Notes toolbar' });
  const tool = (page: Page, name: string) => tools(page).getByRole('button', { name });
  /** A new thread with notes of one empty paragraph in editing mode. */
  const openEmpty = async (viewport?: { width: number; height: number }) => {
    const { url } = (await stage.call('POST', 'threads', { title: 'Phone' })) as SampleThread;
    const opened = await open('', viewport, url);
    await opened.page.getByRole('dialog', { name: 'Add source' }).waitFor();
    await opened.page.keyboard.press('Escape');
    await pane(opened.page, 'Notes');
    await opened.page.getByRole('button', { name: 'Edit notes' }).tap();
    await tools(opened.page).waitFor();
    await text(opened.page)
      .locator('p')
      .first()
      .tap({ position: { x: 4, y: 8 } });
    return opened;
  };
  /** Like an on-screen keyboard of this height: it covers the page without resizing it. */
  const showKeyboard = (page: Page, height: number) =>
    page.evaluate((covered) => {
      const viewport = window.visualViewport;
      if (!viewport) throw new Error('No visual viewport.');
      Object.defineProperty(viewport, 'height', {
        configurable: true,
        get: () => window.innerHeight - covered,
      });
      viewport.dispatchEvent(new Event('resize'));
    }, height);
  const boxOf = async (part: Locator) => {
    const box = await part.boundingBox();
    if (!box) throw new Error('It is not shown.');
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  };

  it('open read-only, and are edited between Edit notes and Done', async () => {
    const { page, context, problems } = await open();
    await pane(page, 'Notes');
    await page.getByRole('button', { name: 'Edit notes' }).waitFor();
    await expect.poll(() => text(page).getAttribute('contenteditable')).toBe('false');
    expect(await tools(page).count()).toBe(0);
    await shoot(page, 'phone-notes-reading-light');
    await page.getByRole('button', { name: 'Edit notes' }).tap();
    await expect.poll(() => text(page).getAttribute('contenteditable')).toBe('true');
    await text(page)
      .locator('p')
      .first()
      .tap({ position: { x: 4, y: 8 } });
    await page.keyboard.press('Home');
    await page.keyboard.type('By thumb. ');
    await text(page).getByText('By thumb.').waitFor();
    await shoot(page, 'phone-notes-editing-light');
    await page.getByRole('button', { name: 'Done', exact: true }).tap();
    await expect.poll(() => text(page).getAttribute('contenteditable')).toBe('false');
    expect(await tools(page).count()).toBe(0);
    await vi.waitFor(async () => {
      const stored = JSON.stringify(await stage.call('GET', `threads/${thread._id}`));
      expect(stored).toContain('By thumb.');
    });
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(SIZES)('have the toolbar directly above the keyboard, %s', async (name, viewport) => {
    const { page, context } = await open('', viewport);
    await pane(page, 'Notes');
    await page.getByRole('button', { name: 'Edit notes' }).tap();
    await text(page)
      .locator('p')
      .last()
      .tap({ position: { x: 4, y: 8 } });
    const keyboard = Math.round(viewport.height * (name === 'upright' ? 0.4 : 0.5));
    await showKeyboard(page, keyboard);
    await expect
      .poll(async () => Math.round((await boxOf(tools(page))).bottom))
      .toBe(viewport.height - keyboard);
    const bar = await boxOf(tools(page));
    await expect
      .poll(() =>
        page.evaluate(() => {
          const at = document.getSelection()?.getRangeAt(0).getBoundingClientRect();
          return at?.bottom ?? Number.POSITIVE_INFINITY;
        }),
      )
      .toBeLessThanOrEqual(bar.y);
    const buttons = await tools(page).getByRole('button').all();
    expect(buttons.length).toBeGreaterThanOrEqual(9);
    for (const button of buttons) {
      const box = await boxOf(button);
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(TARGET);
    }
    await shoot(page, `phone-keyboard-${name}-light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await shoot(page, `phone-keyboard-${name}-dark`);
    await showKeyboard(page, 0);
    await expect
      .poll(async () => (await boxOf(tools(page))).bottom)
      .toBeGreaterThan(viewport.height - keyboard);
    await context.close();
  });

  it('are formatted while the keyboard stays open', async () => {
    const { page, context, problems } = await openEmpty();
    const isWriting = () => text(page).evaluate((it) => it === document.activeElement);
    await tool(page, 'Heading').tap();
    await page.keyboard.type('Ice');
    await text(page).locator('h1', { hasText: 'Ice' }).waitFor();
    await tool(page, 'Heading').tap();
    await text(page).locator('h2', { hasText: 'Ice' }).waitFor();
    expect(await isWriting()).toBe(true);
    await page.keyboard.press('Enter');
    await tool(page, 'Bold').tap();
    await page.keyboard.type('thick');
    await text(page).locator('strong', { hasText: 'thick' }).waitFor();
    await expect.poll(() => tool(page, 'Bold').getAttribute('aria-pressed')).toBe('true');
    await tool(page, 'Bulleted list').tap();
    await text(page).locator('ul li', { hasText: 'thick' }).waitFor();
    await tool(page, 'Checklist').tap();
    await text(page).locator('ul[data-type="taskList"] li', { hasText: 'thick' }).waitFor();
    await tool(page, 'Undo').tap();
    await text(page).locator('li', { hasText: 'thick' }).waitFor({ state: 'detached' });
    await tool(page, 'Redo').tap();
    await text(page).locator('ul[data-type="taskList"] li', { hasText: 'thick' }).waitFor();
    expect(await isWriting()).toBe(true);
    await text(page)
      .locator('li p')
      .tap({ position: { x: 12, y: 8 } });
    await tool(page, 'Link').tap();
    await shoot(page, 'phone-link-light');
    await page.getByRole('textbox', { name: 'Link address' }).fill('example.org/ice');
    await page.getByRole('button', { name: 'Save link' }).tap();
    await text(page).locator('a[href="https://example.org/ice"]', { hasText: 'thick' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(SIZES)('offer blocks in a menu that stays in view, %s', async (name, viewport) => {
    const { page, context } = await openEmpty(viewport);
    await page.keyboard.type('First');
    await showKeyboard(page, Math.round(viewport.height * 0.4));
    await tool(page, 'Insert').tap();
    const menu = page.getByRole('listbox', { name: 'Insert' });
    await menu.waitFor();
    const box = await boxOf(menu);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.bottom).toBeLessThanOrEqual((await boxOf(tools(page))).y);
    expect((await boxOf(menu.getByRole('option').first())).height).toBeGreaterThanOrEqual(TARGET);
    await shoot(page, `phone-insert-${name}-light`);
    await page.keyboard.type('divider');
    await menu.getByRole('option', { name: /^Divider/ }).tap();
    await text(page).locator('hr').waitFor();
    await context.close();
  });

  it('keep what is typed offline', async () => {
    const { page, context } = await openEmpty();
    await goOffline(page);
    await page.keyboard.type('On the train');
    await page.getByText('Offline', { exact: false }).first().waitFor();
    await tool(page, 'Undo').tap();
    await tool(page, 'Redo').tap();
    await context.setOffline(false);
    await page.getByText('Synced').first().waitFor({ state: 'attached' });
    await text(page).getByText('On the train').waitFor();
    await context.close();
  });

  it('are read-only for people with the link', async () => {
    await stage.call('PATCH', `threads/${thread._id}`, { visibility: 'link' });
    const context = await stage.browser.newContext({
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.goto(`${stage.server.url}/t/${thread.url}`);
    await pane(page, 'Notes');
    await expect.poll(() => text(page).getAttribute('contenteditable')).toBe('false');
    expect(await page.getByRole('button', { name: 'Edit notes' }).count()).toBe(0);
    await context.close();
  });
});
