/**
 * Time to the first word of an answer: through Gloss (retrieval, prompt, model port, citation
 * marks) and from the same provider directly, alternating.
 */
import { v7 as uuid } from 'uuid';
import { createAnswerEngine } from '../../api/answer/engine.ts';
import { chatThread } from '../../api/features/ask/ai-features/chat/feature.ts';
import { openPassageIndex } from '../../api/answer/testing/passage-index.ts';
import { scriptedProvider, speaks } from '../../api/answer/testing/scripted-provider.ts';
import { createLog } from '#config/log.ts';
import { SourceId, UserId } from '#core/contract/id.ts';
import { z } from 'zod';
import { makeCorpus, serveCorpus } from './lib/corpus.ts';
import { startGloss, untilReady, withDataDir } from './lib/gloss-process.ts';
import { percentile, report, type Row } from './lib/table.ts';

const CALLS = 300;
const HTTP_CALLS = 150;
const HTTP_SOURCES = { web: 20, pdf: 10, video: 10 };
const WARM_UP = 20;
const SOURCES = 40;
const PASSAGES = 50;
const WORDS =
  'river glacier honey comet winter engine castle paper signal garden theory copper island violin market shadow needle harbour pollen quartz'.split(
    ' ',
  );

/** Deterministic words. */
function text(seed: number): string {
  return Array.from(
    { length: 90 },
    (_, at) =>
      WORDS[(seed * 7 + at * (3 + (seed % 11)) + Math.floor(at / 7) * seed) % WORDS.length],
  )
    .join(' ')
    .concat('.');
}

async function askProvider(baseUrl: string, question: string): Promise<number> {
  const from = performance.now();
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
    body: JSON.stringify({
      model: 'gpt-4.1',
      stream: true,
      messages: [{ role: 'user', content: question }],
    }),
  });
  return firstMatch(response, /^data: /m, from);
}

/** Returns when the stream first matched, in ms since `from`; reads the stream to its end. */
async function firstMatch(response: Response, wanted: RegExp, from: number): Promise<number> {
  let text = '';
  let first: number | undefined;
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (first === undefined && wanted.test(text)) first = performance.now() - from;
  }
  if (first === undefined)
    throw new Error(`answered ${response.status} without a word: ${text.slice(0, 500)}`);
  return first;
}

const row = (where: string, name: string, values: number[]): Row => ({
  where,
  'first word': name,
  calls: values.length,
  'p50 ms': percentile(values, 0.5),
  'p99 ms': percentile(values, 0.99),
});
function beside(where: string, direct: number[], gloss: number[]): Row[] {
  const [ours, theirs] = [
    row(where, 'through Gloss', gloss),
    row(where, 'the provider directly', direct),
  ];
  return [
    ours,
    row(
      where,
      'added by Gloss',
      gloss.map((ms, at) => ms - (direct[at] ?? 0)),
    ),
    {
      where,
      'first word': 'ratio, Gloss to direct',
      'p50 ms': Number(ours['p50 ms']) / Number(theirs['p50 ms']),
      'p99 ms': Number(ours['p99 ms']) / Number(theirs['p99 ms']),
    },
  ];
}

/** The same through a real server process: sources processed by its pipeline, questions over HTTP. */
async function overHttp(question: string): Promise<Row[]> {
  const corpus = makeCorpus(HTTP_SOURCES);
  const site = await serveCorpus(corpus);
  const provider = await scriptedProvider();
  provider.script(speaks('The river ', 'froze in winter [1].'));
  try {
    return await withDataDir(async (folder) => {
      const gloss = await startGloss(folder, {
        GLOSS_FETCH_ALLOW: site.host,
        GLOSS_YTDLP_PATH: '/nonexistent/yt-dlp',
        OPENAI_BASE_URL: provider.baseUrl,
        OPENAI_API_KEY: 'bench',
      });
      try {
        const { _id: threadId } = z
          .object({ _id: z.string() })
          .parse(await gloss.data('POST', 'threads', { title: 'Benchmark' }));
        const { added } = z.object({ added: z.array(z.string()) }).parse(
          await gloss.data('POST', 'thread/addSource', {
            threadId,
            sources: corpus.sources.map(({ path }) => ({ url: site.origin + path })),
          }),
        );
        await untilReady(gloss);
        const times: Record<'direct' | 'gloss', number[]> = { direct: [], gloss: [] };
        for (let call = 0; call < HTTP_CALLS + WARM_UP; call += 1) {
          const direct = await askProvider(provider.baseUrl, question);
          const asked = provider.calls.length;
          const from = performance.now();
          const ours = await firstMatch(
            await gloss.call('POST', 'ai/v2/chat/thread', {
              thread_id: threadId,
              sources: added,
              user_query: question,
            }),
            /^event: message$/m,
            from,
          );
          if (provider.calls.length !== asked + 1)
            throw new Error('Gloss answered without asking the provider');
          if (call < WARM_UP) continue;
          times.direct.push(direct);
          times.gloss.push(ours);
        }
        const place = `over HTTP, ${added.length} sources`;
        return [
          row(place, 'the provider directly', times.direct),
          ...beside(place, times.direct, times.gloss),
        ];
      } finally {
        await gloss.stop();
      }
    });
  } finally {
    site.close();
    await provider.close();
  }
}

export async function run(): Promise<void> {
  const log = createLog('error');
  const index = openPassageIndex();
  const provider = await scriptedProvider();
  provider.script(speaks('The river ', 'froze in winter [1].'));
  const ownerId = UserId.parse(uuid());
  const sources = Array.from({ length: SOURCES }, (_, at) => ({
    _id: SourceId.parse(uuid()),
    title: `Source ${at}`,
    medium: 'flow' as const,
    sourceType: 'web' as const,
    language: 'en',
  }));
  for (const [at, source] of sources.entries()) {
    await index.putTexts(
      ownerId,
      source,
      Array.from({ length: PASSAGES }, (_, ordinal) => text(at * PASSAGES + ordinal)),
    );
  }
  const engine = createAnswerEngine({
    ...index,
    settings: { provider: { apiKey: 'bench', baseUrl: provider.baseUrl, models: {} } },
    fetch,
    log,
  });
  const offline = createAnswerEngine({
    ...index,
    settings: { provider: { apiKey: undefined, baseUrl: undefined, models: {} } },
    fetch,
    log,
  });
  const question = 'When did the river freeze in winter, and what of the comet?';

  const through = async (by: typeof engine): Promise<number> => {
    const from = performance.now();
    let first = 0;
    for await (const { event } of by.answer(chatThread, {
      question,
      model: 5,
      ownerId,
      sources,
      signal: new AbortController().signal,
    })) {
      if (event === 'message' && first === 0) first = performance.now() - from;
    }
    return first;
  };
  const directly = () => askProvider(provider.baseUrl, question);
  const times: Record<'direct' | 'gloss' | 'offline', number[]> = {
    direct: [],
    gloss: [],
    offline: [],
  };
  for (let call = 0; call < CALLS + WARM_UP; call += 1) {
    const [direct, gloss, alone] = [
      await directly(),
      await through(engine),
      await through(offline),
    ];
    if (call < WARM_UP) continue;
    times.direct.push(direct);
    times.gloss.push(gloss);
    times.offline.push(alone);
  }
  await Promise.all([index.close(), provider.close()]);
  const place = `in this process, ${(SOURCES * PASSAGES).toLocaleString('en-US')} passages`;
  report(
    'answer',
    'Answer: time to the first word; the provider answers at once, so what is added is all of Gloss: retrieval, prompt, model port, marks (and, over HTTP, sign-in, thread, stored answer, stream)',
    [
      row(place, 'the provider directly', times.direct),
      ...beside(place, times.direct, times.gloss),
      row(place, 'offline assistant', times.offline),
      ...(await overHttp(question)),
    ],
  );
}
