import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, PHONE, shoot, type Stage } from './testing/stage.ts';

const NOTES = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'A margin is where reading turns into writing.' }],
    },
  ],
};
const WHEN = '2026-01-02T03:04:05.000Z';

describe('exporting', () => {
  let stage: Stage;
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    stage = await openStage();
    const thread = {
      _id: '0198c0de-0000-7000-8000-00000000f000',
      url: 'margins',
      title: 'On margins',
      createdAt: WHEN,
      updatedAt: WHEN,
    };
    await stage.call('POST', 'threads/import', { thread, files: [] });
    await stage.call('PUT', `threads/${thread._id}/import`, {
      thread,
      sources: [],
      notes: NOTES,
      answers: [],
      files: [],
    });
    ({ page, problems } = await stage.open());
  });
  afterAll(() => stage.close());

  const saved = async (click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> => {
    const [download] = await Promise.all([page.waitForEvent('download'), click()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };

  it('exports a thread from its menu as a note or a page, and explains failures', async () => {
    await page.getByRole('button', { name: 'Options for On margins' }).click();
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export “On margins”' });
    await dialog.waitFor();
    await shoot(page, 'export-dialog');
    expect(
      (await new AxeBuilder({ page }).analyze()).violations.filter(
        (it) => it.impact === 'serious' || it.impact === 'critical',
      ),
    ).toEqual([]);
    const note = await saved(() => dialog.getByRole('button', { name: 'Markdown' }).click());
    expect(note.name).toBe('On margins.md');
    expect(note.bytes.toString()).toMatch(
      /^---\ntitle: "On margins"\n[^]*A margin is where reading turns into writing\./,
    );
    const whole = await saved(() => dialog.getByRole('button', { name: 'Web page' }).click());
    expect([whole.name, whole.bytes.toString().includes('A margin is where reading')]).toEqual([
      'On margins.html',
      true,
    ]);
    await page.getByText('Downloaded On margins.html').waitFor();
    await dialog.getByRole('button', { name: 'Anki cards' }).click();
    await page.getByText('no questions, quotes or insights').waitFor();
    expect(problems.splice(0)).toEqual([expect.stringContaining('format=anki')]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('exports all threads and a backup from the settings', async () => {
    await page.goto(`${stage.server.url}/settings/data`);
    const all = await saved(() => page.getByRole('link', { name: 'Download as Markdown' }).click());
    expect([
      /^Gloss \d{4}-\d\d-\d\d\.zip$/.test(all.name),
      all.bytes.includes('margins/On margins.md'),
    ]).toEqual([true, true]);
    const backup = await saved(() => page.getByRole('link', { name: 'Download backup' }).click());
    expect([
      /^gloss-\d{4}-\d\d-\d\d\.backup$/.test(backup.name),
      backup.bytes.includes('rows/threads.ndjson'),
      backup.bytes.includes('manifest.json'),
    ]).toEqual([true, true, true]);
    await shoot(page, 'your-data');
    await page.setViewportSize(PHONE);
    await page.getByText('gloss restore gloss.backup').scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      PHONE.width,
    );
    await shoot(page, 'your-data-phone');
    expect(problems).toEqual([]);
  });
});
