/**
 * Measures Open Notebook's pages, served by its own server, like ours. docs/peers.md says how to
 * build them.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '#api/testing/free-port.ts';
import { startProcess } from '../../lib/gloss-process.ts';
import type { Row } from '../../lib/table.ts';
import { loadOf, type Load } from '../load.ts';
import { pressRows, watchPresses, type Answering } from '../presses.ts';
import { scrollFor, scrollRow } from '../scrolling.ts';
import { TITLES } from '../source-scrolling.ts';
import type { UiStage } from '../stage.ts';
import { SENTENCES } from '../streaming.ts';
import { LONG_LECTURE } from '../transcript-scrolling.ts';
import { openStandIn, type StandIn } from './stand-in.ts';

const PX_PER_S = 3000;
const PAUSE_MS = 120;
/** Generous, because the page renders a long text in one piece. */
const MOST_OPEN_MS = 180_000;
const LECTURE = 'source:lecture';
const LONG = 'source:long';
const SHELF = {
  notebooks: [
    { id: 'notebook:one', titles: ['On margins'] },
    { id: 'notebook:shelf', titles: TITLES },
  ],
  sources: {
    [LECTURE]: { title: 'Two hours of bees', text: SENTENCES.join('\n') },
    [LONG]: { title: 'A long lecture', text: LONG_LECTURE.join('\n') },
  },
};

/** Simulates a returning user, because a first visit always redirects to the list of notebooks. */
const known = (): void =>
  localStorage.setItem(
    'auth-storage',
    JSON.stringify({ state: { token: 'not-required', isAuthenticated: true }, version: 0 }),
  );

/** Returns the folder of its built front end, from `GLOSS_BENCH_OPEN_NOTEBOOK`. */
export function builtOpenNotebook(): string | undefined {
  const given = process.env['GLOSS_BENCH_OPEN_NOTEBOOK'];
  if (!given) return undefined;
  const folder = resolve(given);
  const missing = ['server.js', '.next/static'].filter(
    (it) => !existsSync(join(folder, '.next/standalone', it)),
  );
  if (missing.length > 0)
    throw new Error(
      `${folder}/.next/standalone has no ${missing.join(' and no ')}: docs/peers.md says how Open Notebook is built.`,
    );
  return folder;
}

export interface OpenNotebookFigures {
  load: Load;
  /** streamed word by word, which its page supports */
  words: Row[];
  /** waiting for the complete answer, as its server sends it */
  whole: Row[];
  list: Row;
  text: Row;
}

async function loaded(stage: UiStage, home: string): Promise<Load> {
  return loadOf({
    url: `${home}/notebooks/notebook%3Aone`,
    window: () => stage.openElsewhere(`${home}/config`, known),
    async allThere(page) {
      await page.getByText('On margins').first().waitFor();
      await page.getByText('A note that can be written in.').first().waitFor();
      await page.locator('textarea[name=chat-message]').waitFor();
    },
  });
}

/**
 * While it answers, its question box is disabled, so the script types into the title; otherwise it
 * makes as many presses as for ours.
 */
async function handsOn(page: Page): Promise<void> {
  const pause = () => page.waitForTimeout(PAUSE_MS);
  for (let n = 0; n < 3; n++) {
    await page.getByText('Two hours of bees', { exact: true }).click();
    await page.keyboard.type('Who counts', { delay: 60 });
    await page.keyboard.press('Escape');
    await pause();
    await page.getByRole('tab', { name: 'Details' }).click();
    await pause();
    await page.getByText('Two hours of bees', { exact: true }).click();
    await page.keyboard.type('a note ', { delay: 60 });
    await page.keyboard.press('Escape');
    await pause();
    await page.getByRole('tab', { name: 'Content', exact: true }).click();
    await pause();
    await page.getByRole('button', { name: 'Sessions' }).click();
    await page.getByRole('dialog').waitFor();
    await pause();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Insights' }).click();
    await pause();
    await page.getByRole('tab', { name: 'Content', exact: true }).click();
  }
}

async function answering(
  stage: UiStage,
  home: string,
  standIn: StandIn,
  how: 'words' | 'complete',
): Promise<Answering> {
  standIn.speaks(how);
  const { page, close } = await stage.openElsewhere(
    `${home}/sources/${encodeURIComponent(LECTURE)}`,
    known,
    watchPresses,
  );
  await page.getByText('In sentence 1 of the lecture', { exact: false }).first().waitFor();
  // Earlier messages load last and replace what was asked meanwhile.
  await page.waitForLoadState('networkidle');
  const field = page.locator('textarea[name=chat-message]');
  await field.fill('Who counts the bees, and where is it written down?');
  await page.keyboard.press('Control+Enter');
  await page
    .getByText(how === 'words' ? 'bee40' : 'Who counts the bees, and', { exact: false })
    .first()
    .waitFor();
  return {
    page,
    hands: handsOn,
    isWriting: () => field.isDisabled(),
    async end() {
      standIn.end();
      await close();
    },
  };
}

async function listed(stage: UiStage, home: string): Promise<Row> {
  const window = await stage.openElsewhere(`${home}/notebooks/notebook%3Ashelf`, known);
  const list = window.page
    .locator('.overflow-y-auto')
    .filter({ hasText: TITLES[0] ?? '' })
    .last();
  const last = window.page.getByText(TITLES.at(-1) ?? '', { exact: true });
  await list.getByText(TITLES[0] ?? '', { exact: true }).waitFor();
  // It loads thirty entries at a time, at the end of the list.
  for (let round = 0; (await last.count()) === 0; round++) {
    if (round > 2 * TITLES.length) throw new Error('Its list of sources does not come to an end.');
    await list.evaluate((it) => {
      it.scrollTop = it.scrollHeight;
    });
    await window.page.waitForTimeout(PAUSE_MS);
  }
  await list.evaluate((it) => {
    it.scrollTop = 0;
  });
  await scrollFor(list, 2, PX_PER_S);
  const row = await scrollRow('1,000 sources, the list', window, list, {
    seconds: 8,
    pxPerS: PX_PER_S,
  });
  await window.close();
  return row;
}

async function read(stage: UiStage, home: string): Promise<Row> {
  const window = await stage.openElsewhere(`${home}/sources/${encodeURIComponent(LONG)}`, known);
  await window.page
    .getByText('Sentence 1 of the long lecture', { exact: false })
    .first()
    .waitFor({ timeout: MOST_OPEN_MS });
  const area = window.page
    .locator('.overflow-y-auto')
    .filter({ hasText: 'Sentence 1 of the long lecture' })
    .filter({ visible: true })
    .last();
  await scrollFor(area, 2, PX_PER_S);
  const row = await scrollRow('10,000 sentences as one text', window, area, {
    seconds: 12,
    pxPerS: PX_PER_S,
  });
  await window.close();
  return row;
}

export async function openNotebook(folder: string, stage: UiStage): Promise<OpenNotebookFigures> {
  const standIn = await openStandIn(SHELF);
  const port = await freePort();
  const home = `http://127.0.0.1:${port}`;
  const server = await startProcess([join(folder, '.next/standalone/server.js')], {
    port,
    paths: ['/config'],
    env: {
      PORT: String(port),
      HOSTNAME: '127.0.0.1',
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    },
  });
  try {
    const load = await loaded(stage, home);
    const words = await pressRows(() => answering(stage, home, standIn, 'words'));
    const whole = await pressRows(() => answering(stage, home, standIn, 'complete'));
    const figures = {
      load,
      words,
      whole,
      list: await listed(stage, home),
      text: await read(stage, home),
    };
    if (standIn.unknown.length > 0)
      throw new Error(
        `Open Notebook asked for what the stand-in does not have: ${[...new Set(standIn.unknown)].join(', ')}`,
      );
    return figures;
  } finally {
    await server.stop();
    standIn.close();
  }
}
