import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { UserId } from '#core/contract/id.ts';
import { createAnswerEngine } from '../../answer/engine.ts';
import { chatThread } from './ai-features/chat/feature.ts';
import type { AskedSource } from '../../answer/retrieve.ts';
import { openPassageIndex, type PassageIndex } from '../../answer/testing/passage-index.ts';
import { sourceId } from '../../answer/testing/passages.ts';
import {
  PROVIDER_FAULTS,
  REST,
  type Outcome,
  type ProviderFault,
} from '../../answer/testing/provider-faults.ts';
import { scriptedProvider, type ScriptedProvider } from '../../answer/testing/scripted-provider.ts';
import { askLive, type Asked } from './testing/ask-live.ts';

const log = createLog('silent');
const ownerId = UserId.parse(uuid());
const bees: AskedSource = {
  _id: sourceId(),
  title: 'Bees',
  medium: 'timed',
  sourceType: 'youtube',
  language: 'en',
};
let index: PassageIndex;
let provider: ScriptedProvider;
beforeAll(async () => {
  index = openPassageIndex();
  await index.putTexts(ownerId, bees, ['Honey bees dance to tell where flowers are.']);
  provider = await scriptedProvider();
});
afterAll(async () => {
  await provider.close();
  await index.close();
});

function ask({ times, leaves }: ProviderFault): Promise<Asked> {
  const engine = createAnswerEngine({
    ...index,
    settings: { provider: { apiKey: undefined, baseUrl: provider.baseUrl, models: {} } },
    fetch,
    log,
    times: { tail: 50, backoff: [5, 10], ...times },
  });
  return askLive(
    (signal) =>
      engine.answer(chatThread, {
        question: 'Why do honey bees dance?',
        model: 5,
        ownerId,
        sources: [bees],
        signal,
      }),
    log,
    leaves,
  );
}
function outcomeOf({ kept, events }: Asked): Outcome {
  if (kept.state === 'failed') return kept.answer === '' ? 'failed' : 'interrupted';
  if (kept.state === 'interrupted') return 'interrupted';
  expect(kept.state).toBe('done');
  expect(events.at(-1)?.event).toBe('done');
  return kept.answer.endsWith(REST)
    ? 'whole'
    : /_The (answer was cut off here|provider’s content filter)/.test(kept.answer)
      ? 'cut'
      : 'interrupted';
}

describe('a faulty provider', () => {
  it.each(PROVIDER_FAULTS.map((it) => [it.name, it] as const))('%s', async (_, fault) => {
    const { script, outcome } = fault;
    for (let run = 0; run < 2; run += 1) {
      provider.script(script);
      const asked = await ask(fault);
      expect(outcomeOf(asked)).toBe(outcome);
      // No connection stays open, and an answer that has begun is not started again.
      await Promise.all(provider.calls.map((call) => call.closed));
      expect(provider.calls.length).toBeLessThanOrEqual(3);
      if (outcome === 'failed')
        expect(asked.kept).toMatchObject({
          answer: '',
          error: { code: 'provider_failed', message: expect.stringMatching(/\.$/) },
        });
      if (outcome === 'interrupted') expect(provider.calls).toHaveLength(1);
    }
  });
});
