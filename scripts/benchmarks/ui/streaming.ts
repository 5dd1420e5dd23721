/**
 * Input while an answer is being streamed and a two-hour lecture plays with its transcript: time to
 * the next paint.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import {
  DONE,
  FINISH,
  open,
  say,
  type ScriptedProvider,
} from '#api/answer/testing/scripted-provider.ts';
import type { Measure } from './measure.ts';
import { pressRows, watchPresses, type Answering } from './presses.ts';
import type { UiStage } from './stage.ts';

const LECTURE_S = 7200;
const SEGMENT_S = 4;
export const WORD_MS = 15;

const clock = (s: number) =>
  `${[Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map((it) => String(it).padStart(2, '0')).join(':')}.000`;
/** The sentences of the two-hour lecture. */
export const SENTENCES: readonly string[] = Array.from(
  { length: LECTURE_S / SEGMENT_S },
  (_, n) =>
    `In sentence ${n + 1} of the lecture bees are counted, and what is counted is written down in the margin.`,
);
const captions = () =>
  `WEBVTT\n\n${SENTENCES.map((it, n) => `${clock(n * SEGMENT_S)} --> ${clock((n + 1) * SEGMENT_S)}\n${it}\n`).join('\n')}`;
const PAGE =
  '<!doctype html><html lang="en"><head><title>Two hours of bees</title><meta property="og:type" content="video.other"></head><body><h1>Two hours of bees</h1><video controls src="bees.wav"><track kind="captions" srclang="en" src="bees.vtt" default></video></body></html>';

/** Two hours of silence, 8 bit at 3 kHz. */
function silence(): Uint8Array {
  const rate = 3000;
  const bytes = Buffer.alloc(44 + LECTURE_S * rate, 128);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(LECTURE_S * rate, 40);
  return bytes;
}

/** The nth word of an endless answer: paragraphs with lists, bold words and citations. */
export const word = (n: number, mark: string): string =>
  n % 60 === 59 ? ` ${mark}.\n\n` : n % 20 === 19 ? ' **counted**,\n- ' : `bee${n} `;

/** Streams words until stopped. */
function speakOn(provider: ScriptedProvider): () => void {
  let over = false;
  provider.script(async (res) => {
    open(res);
    for (let n = 0; !over && n < 6000; n++) {
      res.write(say(word(n, '[1]')));
      await wait(WORD_MS);
    }
    res.end(say(' [1].') + FINISH + DONE);
  });
  return () => {
    over = true;
  };
}

/** Actions of a person meanwhile, each followed by a short pause. */
async function handsOn(page: Page): Promise<void> {
  const pause = () => page.waitForTimeout(120);
  const transcript = page.getByRole('group', { name: 'Transcript text' });
  const field = page.getByRole('textbox', { name: 'Ask a question' });
  for (let n = 0; n < 3; n++) {
    await field.click();
    await page.keyboard.type('Who counts', { delay: 60 });
    await pause();
    await transcript
      .getByText('bees', { exact: false })
      .nth(2 + n)
      .click();
    await pause();
    await page.getByRole('tab', { name: /Notes/ }).click();
    await page.getByRole('region', { name: 'Notes' }).locator('[contenteditable=true]').click();
    await page.keyboard.type('a note ', { delay: 60 });
    await pause();
    await page.getByRole('tab', { name: /Answers/ }).click();
    await pause();
    await page.getByRole('button', { name: 'Select sources' }).click();
    const all = page.getByRole('button', { name: /^(?:Uns|S)elect All$/ });
    await all.waitFor();
    await pause();
    await page.keyboard.press('Escape');
    await all.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Switch to the/ }).click();
    await pause();
  }
}

async function begin(stage: UiStage, provider: ScriptedProvider, url: string): Promise<Answering> {
  const { page, close } = await stage.open(`/t/${url}`, watchPresses);
  const endAnswer = speakOn(provider);
  await page
    .getByRole('group', { name: 'Transcript text' })
    .getByText('sentence', { exact: false })
    .first()
    .waitFor();
  await page.locator('video').evaluate((it: HTMLVideoElement) => it.play());
  await page
    .getByRole('textbox', { name: 'Ask a question' })
    .fill('Who counts the bees, and where is it written down?');
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByText('bee40', { exact: false }).first().waitFor();
  return {
    page,
    hands: handsOn,
    isWriting: () => page.getByRole('button', { name: 'Stop' }).isVisible(),
    async end() {
      endAnswer();
      await close();
    },
  };
}

export const streaming: Measure = {
  files: () => ({
    '/bees.html': { type: 'text/html', bytes: PAGE },
    '/bees.vtt': { type: 'text/vtt', bytes: captions() },
    '/bees.wav': { type: 'audio/wav', bytes: silence() },
  }),
  async run(stage, provider) {
    const { url } = await stage.thread(['/bees.html']);
    return pressRows(() => begin(stage, provider, url));
  },
};
