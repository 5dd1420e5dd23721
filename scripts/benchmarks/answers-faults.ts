/**
 * Each provider fault, fifty times: whether a truncated answer is ever shown as complete, whether a
 * request is repeated, and how soon the fault is reported and the request aborted.
 */
import { v7 as uuid } from 'uuid';
import { createAnswerEngine } from '../../api/answer/engine.ts';
import { chatThread } from '../../api/features/ask/ai-features/chat/feature.ts';
import type { AskedSource } from '../../api/answer/retrieve.ts';
import { openPassageIndex, type PassageIndex } from '../../api/answer/testing/passage-index.ts';
import {
  PROVIDER_FAULTS,
  REST,
  type ProviderFault,
} from '../../api/answer/testing/provider-faults.ts';
import {
  scriptedProvider,
  type ScriptedProvider,
} from '../../api/answer/testing/scripted-provider.ts';
import { askLive } from '../../api/features/ask/testing/ask-live.ts';
import { createLog } from '#config/log.ts';
import { SourceId, UserId } from '#core/contract/id.ts';
import { percentile, type Row } from './lib/table.ts';

const TIMES_EACH = 50;
const AT_ONCE = 5;
/** Generous, except for faults that a timeout ends. */
const TIMES = { tail: 50, backoff: [5, 10] };

interface Run {
  asExpected: boolean;
  shownComplete: boolean;
  begunTwice: boolean;
  /** ms after the limit that ended it */
  lateMs: number;
  /** ms from the disconnect of the reader until the provider notices */
  letGoMs: number | undefined;
}

async function once(
  fault: ProviderFault,
  index: PassageIndex,
  source: AskedSource,
  ownerId: UserId,
  provider: ScriptedProvider,
): Promise<Run> {
  const log = createLog('silent');
  const engine = createAnswerEngine({
    ...index,
    settings: { provider: { apiKey: undefined, baseUrl: provider.baseUrl, models: {} } },
    fetch,
    log,
    times: { ...TIMES, ...fault.times },
  });
  provider.script(fault.script);
  const { kept, tookMs, leftAt } = await askLive(
    (signal) =>
      engine.answer(chatThread, {
        question: 'Why do honey bees dance?',
        model: 5,
        ownerId,
        sources: [source],
        signal,
      }),
    log,
    fault.leaves,
  );
  await Promise.all(provider.calls.map((call) => call.closed));
  const closedAt = performance.now();
  const isNoted = /_The (answer was cut off here|provider’s content filter)/.test(kept.answer);
  const outcome =
    kept.state === 'failed'
      ? 'failed'
      : kept.state === 'interrupted'
        ? 'interrupted'
        : kept.answer.endsWith(REST)
          ? 'whole'
          : isNoted
            ? 'cut'
            : 'shown as complete';
  const { firstToken = 0, idle = 0, total = 0 } = fault.times ?? {};
  return {
    asExpected: outcome === fault.outcome,
    shownComplete: outcome === 'shown as complete',
    begunTwice:
      fault.outcome !== 'failed' && fault.outcome !== 'whole' && provider.calls.length > 1,
    lateMs: tookMs - Math.max(firstToken, idle, total),
    letGoMs: leftAt === undefined ? undefined : closedAt - leftAt,
  };
}

export async function faultRows(): Promise<Row[]> {
  const index = openPassageIndex();
  const ownerId = UserId.parse(uuid());
  const source: AskedSource = {
    _id: SourceId.parse(uuid()),
    title: 'Bees',
    medium: 'timed',
    sourceType: 'youtube',
    language: 'en',
  };
  await index.putTexts(ownerId, source, ['Honey bees dance to tell where flowers are.']);
  const rows: Row[] = [];
  for (const fault of PROVIDER_FAULTS) {
    const runs: Run[] = [];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const provider = await scriptedProvider();
        for (let run = 0; run < TIMES_EACH / AT_ONCE; run += 1)
          runs.push(await once(fault, index, source, ownerId, provider));
        await provider.close();
      }),
    );
    const count = (isSo: (run: Run) => boolean) => runs.filter(isSo).length;
    const letGo = runs.flatMap((it) => it.letGoMs ?? []);
    rows.push({
      'the provider …': fault.name,
      runs: runs.length,
      'as it should end': count((it) => it.asExpected),
      'truncated, shown as complete': count((it) => it.shownComplete),
      'begun twice': count((it) => it.begunTwice),
      'told after the limit, p99 ms': percentile(
        runs.map((it) => it.lateMs),
        0.99,
      ),
      'let go after the reader left, p99 ms':
        letGo.length > 0 ? percentile(letGo, 0.99) : undefined,
    });
  }
  await index.close();
  return rows;
}
