/** Time to the first word: through Gloss (retrieval, prompt, model port, marks) and by calling the same provider directly, in turn. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { createAnswerEngine } from '../../api/answer/engine.ts';
import { scriptedProvider, speaks } from '../../api/answer/testing/scripted-provider.ts';
import { createLog } from '#config/log.ts';
import { SourceId, UserId } from '#core/contract/id.ts';
import { createSqliteIndex } from '#pipeline/search/index.ts';
import { percentile, report } from './lib/table.ts';

const CALLS = 300;
const WARM_UP = 20;
const SOURCES = 40;
const PASSAGES = 50;
const WORDS = 'river glacier honey comet winter engine castle paper signal garden theory copper island violin market shadow needle harbour pollen quartz'.split(' ');

/** Words in an order that is always the same. */
function text(seed: number): string {
  return Array.from({ length: 90 }, (_, at) => WORDS[(seed * 7 + at * (3 + (seed % 11)) + Math.floor(at / 7) * seed) % WORDS.length]).join(' ').concat('.');
}

export async function run(): Promise<void> {
  const log = createLog('error');
  const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-'));
  const index = createSqliteIndex({ file: join(folder, 'index.sqlite'), log });
  const provider = await scriptedProvider();
  provider.script(speaks('The river ', 'froze in winter [1].'));
  const ownerId = UserId.parse(uuid());
  const sources = Array.from({ length: SOURCES }, (_, at) => ({ _id: SourceId.parse(uuid()), title: `Source ${at}`, medium: 'flow' as const, sourceType: 'web' as const, language: 'en' }));
  for (const [at, source] of sources.entries()) {
    await index.replace({ sourceId: source._id, ownerId, version: 1, sourceType: 'web', title: source.title, language: 'en' }, Array.from({ length: PASSAGES }, (_, ordinal) => ({
      id: `${at}-${ordinal}`, sourceId: source._id, version: 1, ordinal, heading: source.title, text: text(at * PASSAGES + ordinal),
      locator: { medium: 'flow', paragraph: ordinal + 1, quote: '', prefix: '', suffix: '' }, pieces: [],
    })));
  }
  const engine = createAnswerEngine({ settings: { provider: { apiKey: 'bench', baseUrl: provider.baseUrl, models: {} } }, index, fetch, log });
  const offline = createAnswerEngine({ settings: { provider: { apiKey: undefined, baseUrl: undefined, models: {} } }, index, fetch, log });
  const question = 'When did the river freeze in winter, and what of the comet?';

  const through = async (by: typeof engine): Promise<number> => {
    const from = performance.now();
    let first = 0;
    for await (const { event } of by.answer({ question, model: 5, ownerId, sources, signal: new AbortController().signal })) {
      if (event === 'message' && first === 0) first = performance.now() - from;
    }
    return first;
  };
  const directly = async (): Promise<number> => {
    const from = performance.now();
    const response = await fetch(`${provider.baseUrl}/chat/completions`, {
      method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
      body: JSON.stringify({ model: 'gpt-4.1', stream: true, messages: [{ role: 'user', content: question }] }),
    });
    const reader = (response.body ?? new ReadableStream()).getReader();
    await reader.read();
    const first = performance.now() - from;
    while (!(await reader.read()).done) continue;
    return first;
  };

  const times: Record<'direct' | 'gloss' | 'offline', number[]> = { direct: [], gloss: [], offline: [] };
  for (let call = 0; call < CALLS + WARM_UP; call += 1) {
    const [direct, gloss, alone] = [await directly(), await through(engine), await through(offline)];
    if (call < WARM_UP) continue;
    times.direct.push(direct);
    times.gloss.push(gloss);
    times.offline.push(alone);
  }
  const row = (name: string, values: number[]) => ({ 'first word': name, calls: values.length, 'p50 ms': percentile(values, 0.5), 'p99 ms': percentile(values, 0.99) });
  const added = times.gloss.map((ms, at) => ms - (times.direct[at] ?? 0));
  report('answer', `Answer: time to the first word, ${(SOURCES * PASSAGES).toLocaleString('en-US')} passages in ${SOURCES} selected sources`, [
    row('from the provider directly', times.direct), row('through Gloss', times.gloss), row('added by Gloss', added), row('offline assistant', times.offline),
  ]);
  await Promise.all([index.close(), provider.close()]);
  rmSync(folder, { recursive: true, force: true });
}
