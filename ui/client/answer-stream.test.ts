import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import { readAnswer } from './answer-stream.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Serves an answer in these pieces, then ends, breaks or keeps the stream open. */
async function serve(pieces: readonly Buffer[], then: 'end' | 'break' | 'stay'): Promise<string> {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const next = (at: number): void => {
      const piece = pieces[at];
      if (piece) response.write(piece, () => next(at + 1));
      else if (then === 'end') response.end();
      else if (then === 'break') response.socket?.destroy();
    };
    next(0);
  });
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function read(
  url: string,
  stop = new AbortController(),
  until?: string,
): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  const { body } = await fetch(url, { signal: stop.signal });
  for await (const event of readAnswer(body, stop.signal)) {
    events.push(event);
    if (event.event === until) stop.abort();
  }
  return events;
}

const bytes = (text: string) => Buffer.from(text);
const DONE = 'event: done\ndata: {"timeTaken":12,"model":"offline"}\n\n';

test('reads events however the bytes are split, and stops at the end mark', async () => {
  const whole = Buffer.from(
    `: ping\n\nevent: message\ndata: "Größe "\n\nevent: later\ndata: {}\n\n${DONE}event: message\ndata: "never"\n\n`,
  );
  // The split is inside a letter.
  const cut = whole.indexOf('ß') + 1;
  const events = await read(
    await serve(
      [whole.subarray(0, cut), whole.subarray(cut, cut + 30), whole.subarray(cut + 30)],
      'end',
    ),
  );
  expect(events).toEqual([
    { event: 'message', data: 'Größe ' },
    { event: 'done', data: { timeTaken: 12, model: 'offline' } },
  ]);
});

test.each(['end', 'break'] as const)(
  'reports an answer that %ss without its end mark as interrupted',
  async (how) => {
    const events = await read(await serve([bytes('event: message\ndata: "half"\n\n')], how));
    expect(events.at(-1)).toEqual({
      event: 'error',
      data: { code: 'interrupted', message: 'network error' },
    });
  },
);

test('yields nothing after the reader has stopped', async () => {
  const events = await read(
    await serve([bytes('event: message\ndata: "one"\n\n')], 'stay'),
    new AbortController(),
    'message',
  );
  expect(events).toEqual([{ event: 'message', data: 'one' }]);
});
