/**
 * Cost of streaming through Gloss: speed of a single answer next to the provider directly, and the
 * memory of two hundred at once.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { v7 as uuid } from 'uuid';
import { createAnswerEngine, type AnswerEngine } from '../../api/answer/engine.ts';
import { chatThread } from '../../api/features/ask/ai-features/chat/feature.ts';
import type { AskedSource } from '../../api/answer/retrieve.ts';
import { openPassageIndex } from '../../api/answer/testing/passage-index.ts';
import { askLive } from '../../api/features/ask/testing/ask-live.ts';
import { createLog } from '#config/log.ts';
import { SourceId, UserId } from '#core/contract/id.ts';
import { percentile, type Row } from './lib/table.ts';

const PACED = { tokens: 400, everyMs: 5, runs: 12 };
const CROWD = { tokens: 300, everyMs: 50, streams: 200, waves: 3, lookMs: 500 };
const PROVIDER = fileURLToPath(new URL('./answers-provider.ts', import.meta.url));
const log = createLog('silent');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Memory in use after garbage collection. */
const heldMB = (): number => {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

async function withProvider<T>(
  tokens: number,
  everyMs: number,
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const child = fork(PROVIDER, [String(tokens), String(everyMs)]);
  const [baseUrl] = (await once(child, 'message')) as [string];
  try {
    return await use(baseUrl);
  } finally {
    child.disconnect();
  }
}

/** Returns the ms from the first to the last token. */
async function directly(baseUrl: string): Promise<number> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', stream: true, messages: [] }),
  });
  const decoder = new TextDecoder();
  let first = 0;
  for await (const part of response.body ?? []) {
    decoder.decode(part, { stream: true });
    first ||= performance.now();
  }
  return performance.now() - first;
}

type Ask = () => ReturnType<typeof askLive>;
function asker(engine: AnswerEngine, ownerId: UserId, source: AskedSource): Ask {
  return () =>
    askLive(
      (signal) =>
        engine.answer(chatThread, {
          question: 'Where does the river go?',
          model: 5,
          ownerId,
          sources: [source],
          signal,
        }),
      log,
    );
}
async function through(ask: Ask): Promise<number> {
  const { kept, tookMs, firstMs } = await ask();
  if (kept.state !== 'done') throw new Error(`the answer ended as ${kept.state}`);
  return tookMs - firstMs;
}

export async function streamRows(): Promise<Row[]> {
  const index = openPassageIndex();
  const ownerId = UserId.parse(uuid());
  const source: AskedSource = {
    _id: SourceId.parse(uuid()),
    title: 'Rivers',
    medium: 'flow',
    sourceType: 'web',
    language: 'en',
  };
  await index.putTexts(
    ownerId,
    source,
    Array.from(
      { length: 40 },
      (_, at) => `The river${at} goes to the sea, and river${at + 7} goes to the lake.`,
    ),
  );
  const engineFor = (baseUrl: string) =>
    createAnswerEngine({
      ...index,
      settings: { provider: { apiKey: undefined, baseUrl, models: {} } },
      fetch,
      log,
    });

  const pace = await withProvider(PACED.tokens, PACED.everyMs, async (baseUrl) => {
    const ask = asker(engineFor(baseUrl), ownerId, source);
    const times = { direct: [] as number[], gloss: [] as number[] };
    await through(ask);
    for (let run = 0; run < PACED.runs; run += 1) {
      times.direct.push(await directly(baseUrl));
      times.gloss.push(await through(ask));
    }
    return times;
  });
  const [direct, gloss] = [percentile(pace.direct, 0.5), percentile(pace.gloss, 0.5)];

  const crowd = await withProvider(CROWD.tokens, CROWD.everyMs, async (baseUrl) => {
    const ask = asker(engineFor(baseUrl), ownerId, source);
    await through(ask);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const before = heldMB();
    const samplesMB: number[] = [];
    let peak = 0;
    for (let wave = 0; wave < CROWD.waves; wave += 1) {
      let done = false;
      const all = Promise.all(Array.from({ length: CROWD.streams }, () => through(ask))).finally(
        () => {
          done = true;
        },
      );
      while (!done) {
        await sleep(CROWD.lookMs);
        peak = Math.max(peak, process.memoryUsage().rss);
      }
      await all;
      samplesMB.push(heldMB());
    }
    delay.disable();
    return { before, held: samplesMB, peak: peak / 2 ** 20, delayMs: delay.percentile(99) / 1e6 };
  });
  await index.close();
  return [
    {
      what: `one answer of ${PACED.tokens} tokens, one each ${PACED.everyMs} ms`,
      streams: 1,
      'tokens/s, directly': (PACED.tokens / direct) * 1000,
      'tokens/s, through Gloss': (PACED.tokens / gloss) * 1000,
      'lost %': (1 - direct / gloss) * 100,
    },
    {
      what: `${CROWD.tokens} tokens each, one each ${CROWD.everyMs} ms, ${CROWD.waves} times in a row`,
      streams: CROWD.streams,
      'heap MB before': crowd.before,
      ...Object.fromEntries(crowd.held.map((held, at) => [`after ${at + 1}`, held])),
      'RSS MB at most': crowd.peak,
      'event loop p99 ms': crowd.delayMs,
    },
  ];
}
