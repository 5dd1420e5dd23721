/** Faults of a provider during an answer, with the expected outcome of each. */
import type { ServerResponse } from 'node:http';
import type { ModelTimes } from '../model/openai.ts';
import {
  chunk,
  DONE,
  fails,
  FINISH,
  open,
  say,
  speaks,
  type ProviderCall,
  type Script,
} from './scripted-provider.ts';

/**
 * `whole`: complete. `cut`: complete up to the length limit, and marked as cut off. `interrupted`:
 * the text so far, and an error. `failed`: no text.
 */
export type Outcome = 'whole' | 'cut' | 'interrupted' | 'failed';
export interface ProviderFault {
  name: string;
  script: Script;
  outcome: Outcome;
  /** timeouts in ms, for faults that a timer ends */
  times?: Partial<ModelTimes>;
  /** the reader disconnects after the first word */
  leaves?: true;
}

const HALF = 'Honey bees dance ';
export const REST = 'to tell where flowers are. Over and out.';
const GOOD = speaks(HALF, REST);
const stream =
  (...parts: string[]): Script =>
  (res) => {
    open(res).end(parts.join(''));
  };
const hanging =
  (...parts: string[]): Script =>
  (res) => {
    open(res).write(parts.join('') || ': hello\n\n');
  };
/** Sends keep-alive comments until the client disconnects. */
function beating(res: ServerResponse, call: ProviderCall, ms: number, text: string): void {
  const beat = setInterval(() => {
    res.write(text);
  }, ms);
  void call.closed.then(() => {
    clearInterval(beat);
  });
}

const SILENT = { firstToken: 200 };
const STALLED = { idle: 200 };
const ENDLESS = { total: 2000 };

export const PROVIDER_FAULTS: readonly ProviderFault[] = [
  { name: '401: the key is refused', outcome: 'failed', script: fails(401) },
  { name: '403: not allowed', outcome: 'failed', script: fails(403) },
  { name: '404: no such model', outcome: 'failed', script: fails(404) },
  { name: '400: too long', outcome: 'failed', script: fails(400) },
  { name: '429, and again', outcome: 'failed', script: fails(429) },
  {
    name: '429, to come back in an hour',
    outcome: 'failed',
    script: fails(429, { 'retry-after': '3600' }),
  },
  {
    name: '503 twice, then an answer',
    outcome: 'whole',
    script: (res, call, n) => (n < 3 ? fails(503) : GOOD)(res, call, n),
  },
  { name: '500, and again', outcome: 'failed', script: fails(500) },
  {
    name: 'takes the question and never answers',
    outcome: 'failed',
    times: SILENT,
    script: () => undefined,
  },
  { name: 'opens and never speaks', outcome: 'failed', times: SILENT, script: hanging() },
  {
    name: 'hangs in the middle',
    outcome: 'interrupted',
    times: STALLED,
    script: hanging(say(HALF)),
  },
  {
    name: 'sends nothing but keep-alive comments',
    outcome: 'interrupted',
    times: STALLED,
    script: (res, call) => {
      open(res).write(say(HALF));
      beating(res, call, 20, ': keepalive\n\n');
    },
  },
  {
    name: 'drips without end',
    outcome: 'interrupted',
    times: ENDLESS,
    script: (res, call) => {
      open(res).write(say(HALF));
      beating(res, call, 20, say('and '));
    },
  },
  { name: 'closes before the finish', outcome: 'interrupted', script: stream(say(HALF)) },
  {
    name: 'says [DONE] before the finish',
    outcome: 'interrupted',
    script: stream(say(HALF), DONE),
  },
  {
    name: 'answers with a page of HTML',
    outcome: 'failed',
    script: (res) => {
      res.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sign in</body></html>');
    },
  },
  {
    name: 'answers with nothing',
    outcome: 'failed',
    script: (res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).end();
    },
  },
  {
    name: 'sends garbage',
    outcome: 'interrupted',
    script: stream(say(HALF), 'data: {"choices":[{"delta"\n\n', say(REST), FINISH, DONE),
  },
  {
    name: 'breaks off within a character',
    outcome: 'interrupted',
    script: (res) => {
      open(res).end(
        Buffer.concat([
          Buffer.from(say(HALF)),
          Buffer.from('data: {"choices":[{"delta":{"content":"'),
          Buffer.from('🐝').subarray(0, 2),
        ]),
      );
    },
  },
  {
    name: 'resets the connection',
    outcome: 'interrupted',
    script: (res) => {
      open(res).write(say(HALF), () => {
        res.socket?.resetAndDestroy();
      });
    },
  },
  {
    name: 'sends an error as a chunk',
    outcome: 'interrupted',
    script: stream(
      say(HALF),
      'data: {"error":{"message":"overloaded","code":529}}\n\n',
      FINISH,
      DONE,
    ),
  },
  {
    name: 'sends an error as an event',
    outcome: 'interrupted',
    script: stream(say(HALF), 'event: error\ndata: {"error":{"message":"overloaded"}}\n\n'),
  },
  {
    name: 'finishes with an error',
    outcome: 'interrupted',
    script: stream(say(HALF), chunk({}, 'error'), DONE),
  },
  {
    name: 'reaches its length',
    outcome: 'cut',
    script: stream(say(HALF), chunk({}, 'length'), DONE),
  },
  {
    name: 'is stopped by its filter',
    outcome: 'cut',
    script: stream(say(HALF), chunk({}, 'content_filter'), DONE),
  },
  {
    name: 'sends a line of 9 MB',
    outcome: 'interrupted',
    script: async (res, call) => {
      open(res).write(`${say(HALF)}data: {"choices":[{"delta":{"content":"`);
      const block = 'x'.repeat(2 ** 20);
      let isGone = false;
      void call.closed.then(() => {
        isGone = true;
      });
      for (let sent = 0; sent < 9 && !isGone; sent += 1)
        await Promise.race([
          new Promise((resolve) => {
            res.write(block, resolve);
          }),
          call.closed,
        ]);
      res.end('"}}]}\n\n');
    },
  },
  {
    name: 'says a million words',
    outcome: 'cut',
    script: (res) => {
      open(res).end(`${say(HALF)}${say('word '.repeat(2_000)).repeat(25)}${FINISH}`);
    },
  },
  {
    name: 'is left by its reader',
    outcome: 'interrupted',
    leaves: true,
    script: hanging(say(HALF)),
  },
  {
    name: 'sends control characters and a script',
    outcome: 'whole',
    script: speaks(HALF, '\u0000\u202e</script>\u0007', REST),
  },
];
