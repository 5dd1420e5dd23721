/**
 * Handwritten questions and post ideas for the sample sources, for servers without a model. Each
 * has a quote, and is only offered if the passages contain it.
 */
import type { BlogIdea } from '#core/contract/ask.ts';

interface Written<T> {
  value: T;
  /** text of the source that answers it */
  quote: string;
}

const QUESTIONS: readonly Written<{ question: string }>[] = [
  {
    value: { question: 'How long should I wait before reviewing?' },
    quote: 'For a test after one week the best gap was about one day',
  },
  {
    value: { question: 'How much more is remembered after a week by testing than by rereading?' },
    quote: 'those who had tested themselves remembered fifty six per cent',
  },
  {
    value: { question: 'How do reviews move cards through Leitner’s box?' },
    quote: 'A card you answer moves one compartment on',
  },
  {
    value: { question: 'What did Ebbinghaus measure as savings?' },
    quote: 'He measured savings: how much less work the second learning took than the first.',
  },
  {
    value: { question: 'Does teaching that suits a learning style help people to learn?' },
    quote: 'found almost no study with the necessary design',
  },
  {
    value: { question: 'Why is fluency mistaken for knowledge?' },
    quote: 'That feeling is fluency, and we mistake it for knowledge.',
  },
];

const IDEAS: readonly Written<BlogIdea>[] = [
  {
    value: {
      title: 'Close the book, then say what it said',
      description:
        'Why trying to recall a text once beats reading it again, and what the numbers are.',
    },
    quote: 'The test is not a measurement of learning.',
  },
  {
    value: {
      title: 'Familiar is not the same as known',
      description: 'How a second reading fools us, and how to notice it.',
    },
    quote: 'That feeling is fluency, and we mistake it for knowledge.',
  },
  {
    value: {
      title: 'When to review: ten to twenty per cent',
      description:
        'A rule of thumb for how long to wait, for an exam in a month and for a lifetime.',
    },
    quote: 'wait ten to twenty per cent of the time for which you want to remember',
  },
];

const WRITTEN: Readonly<Record<string, readonly Written<unknown>[]>> = {
  prompts: QUESTIONS,
  'blog-ideas': IDEAS,
};

/**
 * Returns handwritten suggestions for an AI feature; undefined unless each source answers one of
 * them, so that no source is left out.
 */
export function writtenSuggestions(
  feature: string,
  passages: readonly { sourceId: string; text: string }[],
): unknown {
  const texts = Map.groupBy(passages, (it) => it.sourceId);
  const answered = new Set<string>();
  const values = (WRITTEN[feature] ?? []).flatMap(({ value, quote }) => {
    const sources = [...texts].filter(([, list]) => list.some((it) => it.text.includes(quote)));
    for (const [source] of sources) answered.add(source);
    return sources.length > 0 ? [value] : [];
  });
  return values.length > 0 && answered.size === texts.size ? values : undefined;
}
