import { createRef } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { noticeTexts } from '#ui/kit/texts/source-notices.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, videoSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
  render,
  settle,
} from '#ui/testing/screen.tsx';
import { click, giveFiles, press, type } from '#ui/testing/user.ts';
import { markTexts } from '../marks/texts.ts';
import { viewerTexts } from '../texts/viewer.ts';
import { PlayClock } from './player.ts';
import { attachPlayer } from './testing/scripted-player.ts';
import { transcriptTexts as texts } from './texts.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import type { TranscriptListHandle } from './transcript-list.tsx';
import { TranscriptPanel } from './transcript-panel.tsx';

const line = (start: number, text: string) => ({ start, end: start + 10, text });
const words = (start: number, text: string) =>
  text.split(' ').map((word, n) => ({ word, offset: start + n, duration: 1 }));
const TRANSCRIPT = {
  language: 'en',
  formattedMergedTranscript: [
    line(0, 'Spacing helps memory.'),
    line(10, 'Testing helps too.'),
    line(20, 'Sleep after learning.'),
  ],
  words: [...words(0, 'Spacing helps memory.'), ...words(10, 'Testing helps too.')],
  chapters: [
    { start: 0, end: 20, title: 'What helps' },
    { start: 20, end: 30, title: 'Sleep' },
  ],
};
const QUALITY = { kind: 'automatic', language: 'en', score: 0.6, warnings: [] };

async function shown(
  source: Source = videoSource(1, { transcript: QUALITY }),
  script: Script = {},
  own = true,
) {
  const clock = new PlayClock();
  const player = attachPlayer(clock);
  const handle = createRef<TranscriptListHandle>();
  const calls = {
    onSeek: vi.fn(),
    onClip: vi.fn(),
    onAsk: vi.fn(),
    onLoad: vi.fn<(index: TranscriptIndex) => void>(),
    onMatches: vi.fn(),
  };
  const server = serveApi({ 'GET sources/:id/transcript': () => TRANSCRIPT, ...script });
  await render(
    <TranscriptPanel
      ref={handle}
      source={source}
      threadId={undefined}
      clock={clock}
      clipped={[]}
      own={own}
      tools={null}
      {...calls}
    />,
  );
  return { clock, player, handle, server, ...calls };
}
const text = () => getByRole('group', texts.text);
const current = () => document.querySelector('[data-segment][aria-current]')?.textContent ?? '';
const loaded = async (...given: Parameters<typeof shown>) => {
  const it = await shown(...given);
  await findByRole('button', texts.playFrom('00:20'));
  return it;
};

it('shows the text with times, chapters and origin', async () => {
  const { onLoad } = await loaded();
  expect(getByRole('region', 'Transcript')).toBeDefined();
  expect(pageText(getByRole('heading', /^Transcript/))).toBe(
    `Transcript${texts.kinds.automatic}, en`,
  );
  expect(getAllByRole('heading', undefined, text()).map((it) => it.textContent)).toEqual([
    'What helps',
    'Sleep',
  ]);
  expect(pageText(text())).toContain('00:10 Testing helps too.');
  expect(onLoad.mock.calls.map(([index]) => index.chapters)).toEqual([TRANSCRIPT.chapters]);
});

it('requests the transcript through the thread for readers', async () => {
  const server = serveApi({ 'GET thread/v1/transcript/:thread/:id': () => TRANSCRIPT });
  const clock = new PlayClock();
  await render(
    <TranscriptPanel
      ref={createRef<TranscriptListHandle>()}
      source={videoSource(1)}
      threadId={id(50)}
      clock={clock}
      clipped={[]}
      own={false}
      tools={null}
      onSeek={vi.fn()}
      onClip={vi.fn()}
      onAsk={undefined}
      onLoad={vi.fn()}
      onMatches={vi.fn()}
    />,
  );
  await findText('Testing helps too.');
  expect(server.requests[0]?.path).toBe(`thread/v1/transcript/${id(50)}/${id(1)}`);
});

it('highlights the current word, and follows the player', async () => {
  const { player } = await loaded();
  player.at(11);
  await settle();
  expect(current()).toContain('Testing');
  player.at(21);
  await settle();
  expect(current()).toContain('Sleep');
});

it('plays from a clicked line or word', async () => {
  const { onSeek } = await loaded();
  await click(getByRole('button', texts.playFrom('00:20')));
  const word = [...document.querySelectorAll('[data-word]')].find((it) =>
    it.textContent?.startsWith('memory'),
  );
  if (word) await click(word);
  expect(onSeek.mock.calls).toEqual([[20], [2]]);
});

it('finds words, counts matches, and moves between them in a circle', async () => {
  await loaded();
  const field = getByRole('searchbox', texts.find);
  await type(field, 'helps');
  const count = () => pageText(getAllByRole('status')[0] ?? document.body);
  expect(count()).toBe(texts.foundCount(1, 2));
  await press('Enter', { on: field });
  expect(count()).toBe(texts.foundCount(2, 2));
  await click(getByRole('button', viewerTexts.nextMatch));
  expect(count()).toBe(texts.foundCount(1, 2));
  await press('Enter', { on: field, shiftKey: true });
  expect(count()).toBe(texts.foundCount(2, 2));
  await type(field, 'nothing like it');
  expect(count()).toBe(texts.noResults);
  expect(getByRole('button', viewerTexts.previousMatch)).toHaveProperty('disabled', true);
  await press('Escape', { on: field });
  expect(queryByRole('button', texts.clearSearch)).toBeUndefined();
});

it('stops following when the reader scrolls, and jumps back on request', async () => {
  const { player } = await loaded();
  player.at(11);
  await settle();
  await press('PageUp', { on: text() });
  await click(getByRole('button', texts.jumpToCurrent));
  await findNoRole('button', texts.jumpToCurrent);
});

it('saves selected words as a clip, or as a moment', async () => {
  const { onClip, onAsk } = await loaded();
  const rects = vi
    .spyOn(Range.prototype, 'getClientRects')
    .mockReturnValue([new DOMRect(100, 100, 80, 20)] as unknown as DOMRectList);
  onTestFinished(() => rects.mockRestore());
  const select = async () => {
    const found = [...document.querySelectorAll('[data-word]')];
    const range = document.createRange();
    range.setStart(found[0]?.firstChild ?? document.body, 0);
    range.setEnd(found[1]?.firstChild ?? document.body, 3);
    document.getSelection()?.removeAllRanges();
    document.getSelection()?.addRange(range);
    document.dispatchEvent(new Event('selectionchange'));
    await settle();
  };
  const locator = { medium: 'timed', startS: 0, endS: 2, quote: 'Spacing helps' };
  await select();
  await click(getByRole('button', clipAsk()));
  expect(onAsk.mock.calls[0]?.[0]).toEqual(locator);
  await click(getByRole('button', 'Save clip'));
  expect(onClip.mock.calls).toEqual([[locator, undefined]]);
  await select();
  await click(getByRole('button', markTexts.saveMoment));
  expect(onClip).toHaveBeenLastCalledWith(locator, 'moment');
});
const clipAsk = () => /Ask AI/;

it('flashes the sentence of a link, also if the link was opened first', async () => {
  const answer = Promise.withResolvers<object>();
  const { handle } = await shown(undefined, {
    'GET sources/:id/transcript': () => answer.promise,
  });
  expect(pageText()).toContain(texts.loading);
  handle.current?.show(10);
  answer.resolve(TRANSCRIPT);
  await findText('Testing helps too.');
  await expect
    .poll(() => [...document.querySelectorAll('.gloss-flash')].map((it) => it.textContent?.trim()))
    .toEqual(['Testing', 'helps', 'too.']);
});

it('says how reliable a transcript is', async () => {
  await loaded(
    videoSource(1, {
      transcript: { ...QUALITY, warnings: ['covers 2 of 10 minutes', 'has gaps'] },
    }),
  );
  expect(pageText(getByRole('note'))).toBe(texts.warnings(['covers 2 of 10 minutes', 'has gaps']));
});

it('says why the transcript did not load, and retries', async () => {
  const { server } = await shown(undefined, {
    'GET sources/:id/transcript': () => new Refusal(403, 'forbidden', 'Not today.'),
  });
  await findText('Not today.');
  server.change({ 'GET sources/:id/transcript': () => TRANSCRIPT });
  await click(getByRole('button', viewerTexts.retry));
  await findText('Testing helps too.');
});

const MUTE = { status: { transcript: 2, embedding: 3, webpage_processing: 0 } };

it('says what works without a transcript, and retries', async () => {
  const { server } = await shown(
    videoSource(1, { ...MUTE, error: { code: 'no_captions', message: 'It has no captions.' } }),
    { 'POST sources/:id/retry': () => ({}) },
  );
  expect(pageText()).toContain(noticeTexts.noTranscriptLong);
  expect(pageText()).toContain(texts.withoutOwn);
  expect(pageText()).toContain('It has no captions.');
  await click(getByRole('button', viewerTexts.retry));
  await expect.poll(() => server.of('POST sources/:id/retry')).toHaveLength(1);
});

it('offers readers no way to upload a transcript', async () => {
  await shown(videoSource(1, MUTE), {}, false);
  expect(pageText()).not.toContain(texts.withoutOwn);
  expect(queryByRole('button', texts.own.title)).toBeUndefined();
  expect(queryByRole('button', viewerTexts.retry)).toBeUndefined();
});

it('accepts a transcript that is pasted, or chosen as a file', async () => {
  const { server } = await loaded(undefined, {
    'PUT sources/:id/transcript': () => videoSource(1, MUTE),
  });
  await click(getByRole('button', texts.own.title));
  await findByRole('dialog', texts.own.title);
  const use = getByRole('button', texts.own.use);
  expect(use).toHaveProperty('disabled', true);
  const file = new File(['00:01 Hello'], 'own.srt', { type: 'text/plain' });
  await giveFiles(document.querySelector('input[type=file]') ?? document.body, file);
  await expect
    .poll(() => getByRole('textbox', texts.own.text))
    .toHaveProperty('value', '00:01 Hello');
  await click(use);
  await findText(texts.own.processing);
  expect(server.of('PUT sources/:id/transcript')[0]?.body).toEqual({ text: '00:01 Hello' });
});

it('keeps a pasted transcript that could not be parsed, and says why', async () => {
  await loaded(undefined, {
    'PUT sources/:id/transcript': () => new Refusal(422, 'invalid', 'No times were found.'),
  });
  await click(getByRole('button', texts.own.title));
  await type(await findByRole('textbox', texts.own.text), 'no times');
  await click(getByRole('button', texts.own.use));
  expect(pageText(await findByRole('alert'))).toBe('No times were found.');
  expect(getByRole('textbox', texts.own.text)).toHaveProperty('value', 'no times');
});

it('is one tab stop with arrow keys between lines', async () => {
  await loaded();
  const times = () => getAllByRole('button', /^Play from/, text());
  const stops = () => times().filter((it) => it.tabIndex === 0);
  expect(times().length).toBeGreaterThan(2);
  expect(stops()).toHaveLength(1);
  stops()[0]?.focus();
  await press('ArrowDown');
  expect(document.activeElement).toBe(times()[1]);
  expect(stops()).toEqual([times()[1]]);
  await press('ArrowUp');
  expect(document.activeElement).toBe(times()[0]);
});
