import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { Fault } from '#core/contract/faults.ts';
import {
  chunk,
  DONE,
  fails,
  FINISH,
  open,
  say,
  scriptedProvider,
  speaks,
  type Script,
  type ScriptedProvider,
} from '../testing/scripted-provider.ts';
import { RECORDED } from '../testing/recorded-streams.ts';
import type { ModelEvent } from './contract.ts';
import { createOpenAiModel, type ModelTimes } from './openai.ts';

let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await scriptedProvider();
});
afterAll(async () => {
  await provider.close();
});

/** Each test of a provider that stalls shortens the timeout that it is about. */
const TIMES: Partial<ModelTimes> = { tail: 100, backoff: [5, 10] };
interface Heard {
  text: string;
  events: ModelEvent[];
  end: string | undefined;
  fault: Fault | undefined;
}

async function collect(
  script: Script,
  more: { times?: Partial<ModelTimes>; signal?: AbortSignal; onText?: () => void } = {},
): Promise<Heard> {
  provider.script(script);
  const model = createOpenAiModel({
    provider: { apiKey: undefined, baseUrl: provider.baseUrl, models: {} },
    fetch,
    log: createLog('silent'),
    times: { ...TIMES, ...more.times },
  });
  const events: ModelEvent[] = [];
  let fault: Fault | undefined;
  try {
    for await (const event of model.complete({
      model: 'gpt-4.1',
      messages: [{ role: 'user', content: 'q' }],
      signal: more.signal ?? new AbortController().signal,
    })) {
      events.push(event);
      if (event.type === 'text') more.onText?.();
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    fault = error;
  }
  const text = events.map((it) => (it.type === 'text' ? it.text : '')).join('');
  return { text, events, end: events.find((it) => it.type === 'end')?.reason, fault };
}
const stream =
  (...parts: string[]): Script =>
  (res) => {
    open(res).end(parts.join(''));
  };
/** Sends these chunks and leaves the connection open. */
const hanging =
  (...parts: string[]): Script =>
  (res) => {
    open(res).write(parts.join('') || ': hello\n\n');
  };

describe('a complete stream', () => {
  it('yields its text and ends', async () => {
    expect(await collect(speaks('Hel', 'lo ', 'there.'))).toMatchObject({
      text: 'Hello there.',
      end: 'stop',
      fault: undefined,
    });
  });
  it('requests the model by its name, with only a base URL set', async () => {
    await collect(speaks('x'));
    expect(provider.calls).toMatchObject([
      {
        path: '/v1/chat/completions',
        authorization: 'Bearer none',
        body: { model: 'gpt-4.1', stream: true },
      },
    ]);
  });
  it('joins characters whose bytes arrive in pieces', async () => {
    const text = 'naïve 猫 👩‍🔬 end';
    const bytes = Buffer.from([say(text), FINISH, DONE].join(''));
    const script: Script = async (res) => {
      open(res);
      for (const byte of bytes)
        await new Promise((resolve) => {
          res.write(Buffer.from([byte]), resolve);
        });
      res.end();
    };
    expect(await collect(script)).toMatchObject({ text, end: 'stop' });
  });
  it('joins a character whose surrogate halves arrive in two pieces', async () => {
    const half = (unit: string) => `data: {"choices":[{"delta":{"content":"${unit}"}}]}\n\n`;
    expect(
      (
        await collect(
          stream(half('\\ud83d'), half('\\ude00'), half('\\ud83d'), say('!'), FINISH, DONE),
        )
      ).text,
    ).toBe('😀\ufffd!');
  });
  it('ignores empty deltas, roles, reasoning, comments and unknown fields', async () => {
    const script = stream(
      ': keepalive\n\n',
      chunk({ role: 'assistant', content: '' }),
      chunk({ reasoning_content: 'thinking' }),
      chunk({ reasoning: 'more', content: null }),
      say('A'),
      ': keepalive\n\n',
      chunk({}),
      say('B'),
      FINISH,
      DONE,
    );
    expect(await collect(script)).toMatchObject({ text: 'AB', end: 'stop' });
  });
  it('reports usage that follows the finish reason', async () => {
    const usage = 'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}\n\n';
    const { events } = await collect(stream(say('A'), FINISH, usage, DONE));
    expect(events).toEqual([
      { type: 'text', text: 'A' },
      { type: 'usage', inputTokens: 7, outputTokens: 2 },
      { type: 'end', reason: 'stop' },
    ]);
  });
  it('is complete without [DONE], and when the provider does not close the connection', async () => {
    expect(await collect(stream(say('A'), FINISH))).toMatchObject({ text: 'A', end: 'stop' });
    expect(await collect(hanging(say('A'), FINISH))).toMatchObject({
      text: 'A',
      end: 'stop',
      fault: undefined,
    });
  });
  it.each([
    ['length', 'length'],
    ['content_filter', 'content_filter'],
    ['tool_calls', 'stop'],
  ])('with finish reason %s ends as %s', async (finish, end) => {
    expect(await collect(stream(say('A'), chunk({}, finish), DONE))).toMatchObject({
      text: 'A',
      end,
    });
  });
});

describe('a recorded stream', () => {
  it.each(RECORDED.map((it) => [it.provider, it] as const))(
    '%s',
    async (_, { body, text, end, usage }) => {
      const wanted = { text, end, fault: undefined };
      const result = await collect(stream(body));
      expect(result).toMatchObject(wanted);
      if (usage) expect(result.events).toContainEqual({ type: 'usage', ...usage });
      const bytes = Buffer.from(body);
      expect(
        await collect(async (res) => {
          open(res);
          for (let at = 0; at < bytes.length; at += 97)
            await new Promise((resolve) => {
              res.write(bytes.subarray(at, at + 97), resolve);
            });
          res.end();
        }),
      ).toMatchObject(wanted);
    },
  );
});

describe('a provider that refuses (F20, F21)', () => {
  it.each([
    [401, /key/],
    [403, /key/],
    [404, /gpt-4.1/],
    [400, /rejected the question/],
  ])('is not retried after status %i', async (status, sentence) => {
    const { fault } = await collect(fails(status));
    expect(fault).toMatchObject({
      code: 'provider_failed',
      message: expect.stringMatching(sentence),
    });
    expect(provider.calls).toHaveLength(1);
  });
  it.each([429, 500, 502, 503])('is retried twice after status %i', async (status) => {
    expect((await collect(fails(status))).fault).toMatchObject({ code: 'provider_failed' });
    expect(provider.calls).toHaveLength(3);
  });
  it('succeeds when a retry succeeds', async () => {
    expect(
      await collect((res, call, n) => (n < 3 ? fails(503) : speaks('Back.'))(res, call, n)),
    ).toMatchObject({ text: 'Back.', end: 'stop' });
  });
  it('is retried after the time that it asks for, and not at all if that is too long', async () => {
    const startedAt = performance.now();
    expect(
      await collect((res, call, n) =>
        (n < 2 ? fails(429, { 'retry-after': '0.2' }) : speaks('Back.'))(res, call, n),
      ),
    ).toMatchObject({ text: 'Back.' });
    expect(performance.now() - startedAt).toBeGreaterThan(190);
    const { fault } = await collect(fails(429, { 'retry-after': '3600' }));
    expect(fault).toMatchObject({
      code: 'provider_failed',
      retryAfterS: 3600,
      message: expect.stringContaining('3600'),
    });
    expect(provider.calls).toHaveLength(1);
  });
  it('is reported as unreachable when nothing listens', async () => {
    const gone = await scriptedProvider();
    await gone.close();
    const model = createOpenAiModel({
      provider: { apiKey: 'k', baseUrl: gone.baseUrl, models: {} },
      fetch,
      log: createLog('silent'),
      times: TIMES,
    });
    const ask = async () => {
      for await (const _ of model.complete({
        model: 'gpt-4.1',
        messages: [],
        signal: new AbortController().signal,
      }))
        continue;
    };
    await expect(ask()).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining("Couldn't reach"),
    });
  });
});

describe('a provider that stalls (F22, F23)', () => {
  it('and never responds is given up', async () => {
    const { fault } = await collect(() => undefined, { times: { firstToken: 1500 } });
    expect(fault).toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('too long'),
    });
    await provider.calls[0]?.closed;
    expect(provider.calls).toHaveLength(1);
  });
  it('and sends headers but no text is given up', async () => {
    expect((await collect(hanging(), { times: { firstToken: 300 } })).fault).toMatchObject({
      code: 'provider_failed',
    });
  });
  it('in the middle of an answer interrupts it', async () => {
    expect(await collect(hanging(say('So')), { times: { idle: 300 } })).toMatchObject({
      text: 'So',
      end: undefined,
      fault: { code: 'interrupted' },
    });
    await provider.calls[0]?.closed;
  });
  it('and sends only keep-alive comments interrupts the answer', async () => {
    const script: Script = (res, call) => {
      open(res).write(say('So'));
      const beat = setInterval(() => {
        res.write(': keepalive\n\n');
      }, 20);
      void call.closed.then(() => {
        clearInterval(beat);
      });
    };
    expect(await collect(script, { times: { idle: 300 } })).toMatchObject({
      text: 'So',
      fault: { code: 'interrupted' },
    });
  });
  it('and drips without end is stopped by the total time limit', async () => {
    const script: Script = (res, call) => {
      open(res);
      const beat = setInterval(() => {
        res.write(say('.'));
      }, 20);
      void call.closed.then(() => {
        clearInterval(beat);
      });
    };
    expect(await collect(script, { times: { total: 2000 } })).toMatchObject({
      fault: { code: 'interrupted' },
    });
  });
  it('is not stalled while it sends reasoning', async () => {
    const script: Script = (res, call) => {
      open(res);
      let left = 10;
      const beat = setInterval(() => {
        res.write(chunk({ reasoning_content: 'hm' }));
        left -= 1;
        if (left === 0) {
          clearInterval(beat);
          res.end([say('Yes.'), FINISH].join(''));
        }
      }, 200);
      void call.closed.then(() => {
        clearInterval(beat);
      });
    };
    expect(await collect(script, { times: { firstToken: 1800, idle: 1800 } })).toMatchObject({
      text: 'Yes.',
      end: 'stop',
    });
  });
});

describe('an incomplete stream (F24–F27)', () => {
  it.each<[string, Script, string]>([
    ['closed before a finish', stream(say('Half')), 'Half'],
    ['ended by [DONE] alone', stream(say('Half'), DONE), 'Half'],
    [
      'a page of HTML',
      (res) => {
        res
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<html><body>Sign in</body></html>');
      },
      '',
    ],
    [
      'nothing',
      (res) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' }).end();
      },
      '',
    ],
    ['garbage', stream(say('Half'), 'data: {"choices":[{"delta"\n\n', say('never')), 'Half'],
    ['garbage at once', stream('data: nonsense\n\n'), ''],
    [
      'a half character and a close',
      (res) => {
        open(res).end(
          Buffer.concat([
            Buffer.from(say('Half')),
            Buffer.from('data: {"choices":[{"delta":{"content":"'),
            Buffer.from('👩').subarray(0, 2),
          ]),
        );
      },
      'Half',
    ],
    [
      'a reset connection',
      (res) => {
        open(res).write(say('Half'), () => {
          res.socket?.resetAndDestroy();
        });
      },
      'Half',
    ],
    [
      'an error in the stream',
      stream(say('Half'), 'data: {"error":{"message":"overloaded","code":529}}\n\n'),
      'Half',
    ],
    [
      'an error event',
      stream(say('Half'), 'event: error\ndata: {"error":{"message":"overloaded"}}\n\n'),
      'Half',
    ],
    ['an error at once', stream('data: {"error":{"message":"overloaded"}}\n\n'), ''],
    ['content of the wrong kind', stream(say('Half'), chunk({ content: { evil: true } })), 'Half'],
    ['finished with an error', stream(say('Half'), chunk({}, 'error')), 'Half'],
  ])('is never complete: %s', async (_, script, text) => {
    const result = await collect(script);
    expect(result).toMatchObject({
      text,
      end: undefined,
      fault: { code: text === '' ? 'provider_failed' : 'interrupted' },
    });
    expect(provider.calls).toHaveLength(1);
  });
  it('with a frame over 8 MB is refused before the frame is in memory', async () => {
    const script: Script = async (res, call) => {
      open(res).write(`${say('Half')}data: {"choices":[{"delta":{"content":"`);
      const block = 'x'.repeat(2 ** 20);
      let gone = false;
      void call.closed.then(() => {
        gone = true;
      });
      for (let sent = 0; sent < 64 && !gone; sent += 1)
        await Promise.race([
          new Promise((resolve) => {
            res.write(block, resolve);
          }),
          call.closed,
        ]);
      res.end();
    };
    expect(await collect(script)).toMatchObject({ text: 'Half', fault: { code: 'interrupted' } });
  });
  it('is cut off at 200 kB', async () => {
    const result = await collect((res) => {
      const to = open(res);
      for (let at = 0; at < 300; at += 1) to.write(say('é'.repeat(500)));
      to.end(FINISH);
    });
    expect(result.end).toBe('length');
    expect(Buffer.byteLength(result.text)).toBe(200_000);
  });
  it('loses control characters, and nothing else', async () => {
    expect((await collect(speaks('a\u0000b\u001b[31m', '</script>\n\tשלום \u202ex'))).text).toBe(
      'ab[31m</script>\n\tשלום \u202ex',
    );
  });
});

describe('a reader who leaves (F28)', () => {
  it('stops the provider at once', async () => {
    const leave = new AbortController();
    const result = await collect(hanging(say('So')), {
      signal: leave.signal,
      onText: () => {
        leave.abort();
      },
    });
    expect(result.fault).toMatchObject({ code: 'interrupted' });
    await provider.calls[0]?.closed;
  });
  it('stops the provider when it just stops reading', async () => {
    provider.script(hanging(say('So')));
    const model = createOpenAiModel({
      provider: { apiKey: undefined, baseUrl: provider.baseUrl, models: {} },
      fetch,
      log: createLog('silent'),
    });
    for await (const _ of model.complete({
      model: 'gpt-4.1',
      messages: [],
      signal: new AbortController().signal,
    }))
      break;
    await provider.calls[0]?.closed;
  });
  it('stops the provider before the first word', async () => {
    const result = await collect(speaks('x'), { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ text: '', fault: { code: 'interrupted' } });
  });
});

describe('the list of models', () => {
  const model = () =>
    createOpenAiModel({
      provider: { apiKey: 'key', baseUrl: provider.baseUrl, models: {} },
      fetch,
      log: createLog('silent'),
    });
  it('has the context window of each model that the provider states', async () => {
    provider.list([
      { id: 'a' },
      { id: 'openai/b', context_length: 64_000 },
      { id: 'c', max_model_len: 8192 },
    ]);
    expect(await model().list()).toEqual({
      host: new URL(provider.baseUrl).host,
      models: [
        { name: 'a' },
        { name: 'openai/b', contextTokens: 64_000 },
        { name: 'c', contextTokens: 8192 },
      ],
    });
  });
  it('is empty when the provider responds with something else', async () => {
    provider.list({ hello: true });
    expect(await model().list()).toMatchObject({ models: undefined });
  });
  it('fails as the table of faults says', async () => {
    provider.list(401);
    await expect(model().list()).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('OPENAI_API_KEY'),
    });
  });
});
