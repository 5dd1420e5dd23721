import type { Answer, Citation } from '#core/contract/ask.ts';
import { positionOf } from '#core/contract/locator.ts';
import type { Answers } from '../ask/index.ts';
import type { ThreadRow } from '../threads/index.ts';
import { locateQuote } from './locate-quote.ts';
import type { SampleSources } from './sample-notes.ts';

export const SAMPLE_QUESTION = 'Does rereading help me to remember after a week?';

/** Written by hand, so that the first answer is good without a model. */
const SENTENCES: readonly { text: string; source: keyof SampleSources; quote: string }[] = [
  {
    text: '**No. Recalling helps more, although rereading wins at first.** After five minutes, students who had only read again did better;',
    source: 'lecture',
    quote: 'After five minutes, those who had only read again did better.',
  },
  {
    text: 'after a week, those who had tested themselves remembered 56 %, the others 42 %.',
    source: 'lecture',
    quote: 'those who had tested themselves remembered fifty six per cent',
  },
  {
    text: 'The guide describes the study: the group that read once and recalled three times remembered half as much again as the group that read four times.',
    source: 'guide',
    quote: 'remembered half as much again as the group that had read four times',
  },
  {
    text: 'Rereading still feels better, because fluency is taken for knowledge.',
    source: 'guide',
    quote: 'Rereading produces fluency, and fluency is taken for knowledge.',
  },
];

/** Stores the answer to the sample's question in its thread, once. */
export async function answerSampleQuestion(
  { answers }: { answers: Answers },
  thread: ThreadRow,
  sources: SampleSources,
): Promise<Answer> {
  const had = (await answers.ofThread(thread.id)).find(
    (answer) => answer.question === SAMPLE_QUESTION && answer.state === 'done',
  );
  if (had) return had;
  const citations = SENTENCES.map(({ source, quote }, at): Citation => {
    const { id, title } = sources[source];
    const locator = locateQuote(sources[source], quote);
    if (!locator) throw new Error(`The sample does not say: ${quote}`);
    return { mark: at + 1, source_id: id, title, locator };
  });
  const begun = await answers.begin({
    threadId: thread.id,
    ownerId: thread.ownerId,
    question: SAMPLE_QUESTION,
    sources: Object.values(sources).map(({ id }) => id),
  });
  const answer: Answer = {
    ...begun,
    answer: SENTENCES.map(({ text }, at) => `${text} [${at + 1}]`).join(' '),
    state: 'done',
    model: 'offline',
    citations,
    indexes: Object.fromEntries(
      citations.map(({ mark, locator, source_id }) => [
        mark,
        `${positionOf(locator)}:${source_id}`,
      ]),
    ),
    timeTaken: 0,
  };
  await answers.keep(answer);
  return answer;
}
