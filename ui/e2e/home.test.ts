import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, PHONE, shootAll, type Stage } from './testing/stage.ts';
import { sampleThread } from './testing/sample-thread.ts';

const PAPER = fileURLToPath(
  new URL('../../api/features/samples/files/learning-that-lasts.pdf', import.meta.url),
);

describe('home', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ sample: true });
    await sampleThread(stage);
  });
  afterAll(() => stage.close());
  const box = (page: Page) =>
    page.getByRole('textbox', { name: 'Paste a link, drop files or ask your library' });
  const threadOf = async (page: Page) => {
    await page.waitForURL(/\/t\//);
    const slug = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    return (await stage.call('GET', `threads/${slug}`)) as {
      title: string;
      thread_sources: unknown[];
    };
  };

  it('asks the library with the keyboard only, and opens a citation', async () => {
    const { page, problems, context } = await stage.open('/');
    await box(page).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('What is the spacing effect?');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('region', { name: 'Answer from your library' });
    await answer.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    await shootAll(page, 'home-answer');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations
        .filter((it) => it.impact === 'serious' || it.impact === 'critical')
        .map((it) => it.id),
    ).toEqual([]);
    await answer
      .getByRole('button', { name: /^Citation 1/ })
      .first()
      .click();
    await page.waitForURL(/\/t\/.*source=/);
    await page.getByRole('region', { name: 'Source viewer' }).waitFor();
    const source = new URL(page.url()).searchParams.get('source') ?? '';
    await page.getByRole('link', { name: 'All threads' }).click();
    const opened = page.getByRole('list', { name: 'Continue reading' }).getByRole('link').first();
    await opened.waitFor();
    expect(await opened.getAttribute('href')).toContain(`?source=${source}`);
    await shootAll(page, 'home');
    await page
      .getByRole('list', { name: 'Recent clips and answers' })
      .getByRole('link', { name: /Does rereading help/ })
      .click();
    await page.waitForURL(/answer=/);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('creates a thread from a link by touch, and from a dropped file', async () => {
    const { page, context } = await stage.open('/', { viewport: PHONE, isTouch: true });
    await box(page).fill(`${stage.site}/forgetting-curve.html`);
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    expect(await threadOf(page)).toMatchObject({
      title: 'Forgetting curve',
      thread_sources: [{}],
    });

    await page.goto(stage.server.url);
    await box(page).waitFor();
    const bytes = [...(await readFile(PAPER))];
    await page.evaluate((given) => {
      const data = new DataTransfer();
      data.items.add(
        new File([new Uint8Array(given)], 'field_notes.pdf', { type: 'application/pdf' }),
      );
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(
          new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }),
        );
    }, bytes);
    await page.getByRole('list', { name: 'Ready to add' }).getByText('field_notes.pdf').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    expect(await threadOf(page)).toMatchObject({ title: 'Field notes', thread_sources: [{}] });
    await context.close();
  });
});
