/** Hands on the page while an answer is being written and a lecture of two hours plays with its transcript: how long each waits for the next paint. */
import type { Page } from 'playwright-core';
import { DONE, FINISH, open, say, type ScriptedProvider } from '#api/answer/testing/scripted-provider.ts';
import { percentile, type Row } from '../lib/table.ts';
import type { Measure } from './measure.ts';
import type { UiStage } from './stage.ts';
import { longestTask } from './thread-work.ts';

const LECTURE_S = 7200;
const SEGMENT_S = 4;
const ROUNDS = 3;
const WORD_MS = 15;
const BUDGET_MS = 100;
/** interaction to next paint leaves out one of so many */
const ONE_OF = 50;

const clock = (s: number) => `${[Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map((it) => String(it).padStart(2, '0')).join(':')}.000`;
const captions = () => `WEBVTT\n\n${Array.from({ length: LECTURE_S / SEGMENT_S }, (_, n) => `${clock(n * SEGMENT_S)} --> ${clock((n + 1) * SEGMENT_S)}\nIn sentence ${n + 1} of the lecture bees are counted, and what is counted is written down in the margin.\n`).join('\n')}`;
const PAGE = '<!doctype html><html lang="en"><head><title>Two hours of bees</title><meta property="og:type" content="video.other"></head><body><h1>Two hours of bees</h1><video controls src="bees.wav"><track kind="captions" srclang="en" src="bees.vtt" default></video></body></html>';

/** Two hours of silence, 8 bits 3000 times a second. */
function silence(): Uint8Array {
  const rate = 3000;
  const bytes = Buffer.alloc(44 + LECTURE_S * rate, 128);
  bytes.write('RIFF', 0); bytes.writeUInt32LE(bytes.length - 8, 4); bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16); bytes.writeUInt16LE(1, 20); bytes.writeUInt16LE(1, 22); bytes.writeUInt32LE(rate, 24); bytes.writeUInt32LE(rate, 28); bytes.writeUInt16LE(1, 32); bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36); bytes.writeUInt32LE(LECTURE_S * rate, 40);
  return bytes;
}

/** Speaks until it is told to end: paragraphs with lists, bold words and citations. */
function speakOn(provider: ScriptedProvider): () => void {
  let over = false;
  provider.script(async (res) => {
    open(res);
    for (let n = 0; !over && n < 6000; n++) {
      res.write(say(n % 60 === 59 ? ' [1].\n\n' : n % 20 === 19 ? ' **counted**,\n- ' : `bee${n} `));
      await new Promise((resolve) => { setTimeout(resolve, WORD_MS); });
    }
    res.end(say(' [1].') + FINISH + DONE);
  });
  return () => { over = true; };
}

interface Pressed { name: string; ms: number; workMs: number }
declare global { interface Window { pressed: { id: number; name: string; ms: number; workMs: number }[] } }

/** Collects what each press took, as browsers report it. */
const collect = () => {
  window.pressed = [];
  new PerformanceObserver((list) => {
    for (const it of list.getEntries() as PerformanceEventTiming[]) {
      const id = (it as PerformanceEventTiming & { interactionId?: number }).interactionId ?? 0;
      if (id > 0) window.pressed.push({ id, name: it.name, ms: it.duration, workMs: it.processingEnd - it.processingStart });
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
};

/** What a person does meanwhile; each ends with a pause as hands make it. */
async function handsOn(page: Page): Promise<void> {
  const pause = () => page.waitForTimeout(120);
  const transcript = page.getByRole('group', { name: 'What is said' });
  const field = page.getByRole('textbox', { name: 'Ask a question' });
  for (let n = 0; n < 3; n++) {
    await field.click();
    await page.keyboard.type('Who counts', { delay: 60 });
    await pause();
    await transcript.getByText('bees', { exact: false }).nth(2 + n).click();
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

async function round(stage: UiStage, provider: ScriptedProvider, url: string, isTraced: boolean): Promise<{ pressed: Pressed[]; taskMs: number }> {
  const { page, close } = await stage.open(`/t/${url}`, collect);
  const end = speakOn(provider);
  await page.getByRole('group', { name: 'What is said' }).getByText('sentence', { exact: false }).first().waitFor();
  await page.locator('video').evaluate((it: HTMLVideoElement) => it.play());
  await page.getByRole('textbox', { name: 'Ask a question' }).fill('Who counts the bees, and where is it written down?');
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByText('bee40', { exact: false }).first().waitFor();
  await page.evaluate(() => { window.pressed = []; });
  const taskMs = isTraced ? await longestTask(page, () => handsOn(page)) : 0;
  if (!isTraced) await handsOn(page);
  const isWriting = await page.getByRole('button', { name: 'Stop' }).isVisible();
  const pressed = await page.evaluate(() => window.pressed);
  end();
  await close();
  if (!isWriting) throw new Error('The answer had ended before the hands had.');
  const worst = new Map<number, Pressed>();
  for (const it of pressed) if (it.ms > (worst.get(it.id)?.ms ?? 0)) worst.set(it.id, it);
  return { pressed: [...worst.values()].sort((a, b) => b.ms - a.ms), taskMs };
}

export const streaming: Measure = {
  files: () => ({ '/bees.html': { type: 'text/html', bytes: PAGE }, '/bees.vtt': { type: 'text/vtt', bytes: captions() }, '/bees.wav': { type: 'audio/wav', bytes: silence() } }),
  async run(stage, provider) {
    const { url } = await stage.thread(['/bees.html']);
    const rounds: Pressed[][] = [];
    for (let n = 0; n < ROUNDS; n++) rounds.push((await round(stage, provider, url, false)).pressed);
    const { taskMs } = await round(stage, provider, url, true);
    const median = (of: (it: readonly Pressed[]) => number) => percentile(rounds.map(of), 0.5);
    const inp = (it: readonly Pressed[]): number => it[Math.floor(it.length / ONE_OF)]?.ms ?? 0;
    const row = (what: string, value: number, more: Row = {}): Row => ({ what, ms: value, ...more });
    return [
      row(`interaction to next paint, median of ${ROUNDS} rounds`, median(inp), { budget: BUDGET_MS, 'slowest was a': rounds.map((it) => it[Math.floor(it.length / ONE_OF)]?.name ?? '').join(), presses: median((it) => it.length) }),
      row('the same, script alone', median((it) => Math.max(...it.map(({ workMs }) => workMs)))),
      row('longest task of the main thread meanwhile, ms of CPU', taskMs, { budget: BUDGET_MS }),
      row('half of the presses within', median((it) => percentile(it.map(({ ms }) => ms), 0.5))),
    ];
  },
};
