/**
 * Ideas and outlines for posts, from the chapters, key terms and sentences of a source. An outline
 * is labelled as such.
 */
import type { JSONContent } from '@tiptap/core';
import type { BlogIdea, GeneratedBlog } from '#core/contract/ask.ts';
import { clipOf } from '../clip-of-passage.ts';
import type { OfflineInput } from '../contract.ts';
import { questionsOf, type Asked } from './questions.ts';
import { likeness, type ReadSentence } from './read-sentences.ts';
import {
  focused,
  marked,
  ofSection,
  readingOrder,
  readThrough,
  titleOf,
  weightiest,
  type Reading,
} from './read-through.ts';
import type { Section } from './sections.ts';
import { keyTerms, type KeyTerm } from './terms.ts';
import { shortened, titleOffline } from './title.ts';
import { filled, wordsOf, type Words } from './words.ts';

type Angle = 'points' | 'asked' | 'explained';
interface Idea {
  title: string;
  description: string;
  angle: Angle;
  /** the part of the source that it covers; all of it if undefined */
  about: string | undefined;
  section: Section | undefined;
}

const MAX_IDEAS = 6;
const MAX_SECTIONS = 5;
const SECTION_SENTENCES = 3;
const MAX_TAGS = 5;
const MAX_QUESTIONS = 3;
const MAX_CLIPS = 2;
const MAX_QUIZ = 2;
const [FEWEST_OPTIONS, MOST_OPTIONS] = [3, 4];
/** The blank of a cloze question, for a word that the reader can look up in the source. */
const GAP = '_____';

export function blogIdeasOffline({ passages }: Pick<OfflineInput, 'passages'>): BlogIdea[] {
  return ideasOf(readThrough(passages)).map(({ title, description }) => ({ title, description }));
}

/**
 * Returns three to six ideas if there is enough text: one about the source, the others about its
 * headings and terms, each from another angle.
 */
function ideasOf(reading: Reading): Idea[] {
  const words = wordsOf(reading.language);
  const [first] = reading.sections;
  if (!first || reading.ranked.length === 0) return [];
  const terms = keyTerms(reading.ranked, MAX_IDEAS);
  const title = shortened(first.sourceTitle) || words.untitled;
  const headed = reading.sections.flatMap((section): Idea[] => {
    const [best] = section.heading === undefined ? [] : weightiest(ofSection(reading, section), 1);
    return section.heading === undefined || !best
      ? []
      : [
          {
            title: capital(filled(words.points, { x: shortened(section.heading) })),
            description: best.text,
            angle: 'points',
            about: section.heading,
            section,
          },
        ];
  });
  const ofTerms = terms.map((term, at): Idea => {
    const angle: Angle = (['asked', 'points', 'explained'] as const)[at % 3] ?? 'points';
    return {
      title: capital(filled(words[angle], { x: term.text })),
      description: term.meaning.text,
      angle,
      about: term.text,
      section: undefined,
    };
  });
  const gist = weightiest(reading.ranked, 1)[0]?.text ?? '';
  const all: Idea[] = [
    {
      title: capital(filled(words.points, { x: title })),
      description: gist,
      angle: 'points',
      about: undefined,
      section: undefined,
    },
    ...headed.slice(0, 3),
    ...ofTerms,
  ];
  return [...new Map(all.map((it) => [it.title, it])).values()].slice(0, MAX_IDEAS);
}

/**
 * Returns the post for the idea at the start of the question; for another idea, uses what the
 * source says about it.
 */
export function blogOffline({
  question,
  passages,
}: Pick<OfflineInput, 'question' | 'passages'>): GeneratedBlog {
  const read = readThrough(passages);
  const words = wordsOf(read.language);
  const trimmed = question.trim();
  const idea = ideasOf(read).find((it) => trimmed.startsWith(it.title)) ?? {
    title: shortened(trimmed.split('\n')[0] ?? ''),
    description: '',
    angle: 'points',
    about: trimmed,
    section: undefined,
  };
  const reading = idea.section
    ? within(read, idea.section)
    : idea.about === undefined
      ? read
      : focused(read, idea.about);
  const lead = weightiest(reading.ranked, 2);
  const terms = keyTerms(idea.section ? reading.ranked : read.ranked, MAX_TAGS);
  return {
    idea_title: idea.title === '' ? words.untitled : idea.title,
    description: lead[0]?.text ?? words.nothing,
    metadata: {
      tags: terms.map((it) => it.text.toLowerCase()),
      gist: lead.map((it) => it.text).join(' '),
    },
    content: {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: words.skeleton, marks: [{ type: 'italic' }] }],
        },
        ...(lead.length > 0
          ? [paragraph(lead)]
          : [{ type: 'paragraph', content: [text(words.nothing)] }]),
        ...BODIES[idea.angle](reading, words, lead, terms),
        ...quotes(reading, words, lead),
        ...quiz(
          keyTerms(reading.ranked, 2 * MOST_OPTIONS),
          keyTerms(read.ranked, 2 * MOST_OPTIONS),
          words,
        ),
      ],
    },
  };
}

type Body = (
  reading: Reading,
  words: Words,
  besides: readonly ReadSentence[],
  terms: readonly KeyTerm[],
) => JSONContent[];
const BODIES: Readonly<Record<Angle, Body>> = {
  points: (reading, words, besides) => {
    const explanations = reading.sections
      .map((section, at) => ({
        title: titleOf(section, filled(words.part, { n: at + 1 })),
        ranked: ofSection(reading, section),
      }))
      .toSorted((a, b) => best(b.ranked) - best(a.ranked))
      .slice(0, MAX_SECTIONS);
    const order = readingOrder(reading);
    const used = [...besides];
    return explanations
      .toSorted((a, b) => order(a.ranked[0]?.sentence) - order(b.ranked[0]?.sentence))
      .flatMap(({ title, ranked }) => {
        const sentences = weightiest(ranked, SECTION_SENTENCES, used);
        used.push(...sentences);
        return sentences.length === 0
          ? []
          : [...(reading.sections.length > 1 ? [heading(title)] : []), paragraph(sentences)];
      });
  },
  asked: (reading, _words, besides) =>
    questionsOf(reading, keyTerms(reading.ranked, 3 * MAX_QUESTIONS), 2 * MAX_QUESTIONS)
      .filter((it) => !repeats(it, besides))
      .slice(0, MAX_QUESTIONS + 1)
      .flatMap(({ question, answer }) => [heading(question), paragraph(answer)]),
  explained: (_reading, words, _besides, terms) => [
    heading(words.terms),
    {
      type: 'bulletList',
      content: terms.map((it) => ({
        type: 'listItem',
        content: [
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: it.text, marks: [{ type: 'bold' }] },
              text(`: ${marked(it.meaning)}`),
            ],
          },
        ],
      })),
    },
  ],
};

const repeats = ({ answer }: Asked, besides: readonly ReadSentence[]): boolean =>
  answer.every((it) => besides.some((other) => likeness(it.terms, other.terms) > 0.8));
const best = (ranked: Reading['ranked']): number => Math.max(0, ...ranked.map((it) => it.weight));
const within = (reading: Reading, section: Section): Reading => ({
  ...reading,
  sections: [section],
  ranked: ofSection(reading, section),
});

const capital = (title: string): string => title.charAt(0).toLocaleUpperCase() + title.slice(1);
const text = (written: string): JSONContent => ({ type: 'text', text: written });
const heading = (title: string): JSONContent => ({
  type: 'heading',
  attrs: { level: 2 },
  content: [text(title)],
});
const paragraph = (sentences: readonly ReadSentence[]): JSONContent => ({
  type: 'paragraph',
  content: [text(sentences.map(marked).join(' '))],
});

/** A block quote, then clips of the source's medium. */
function quotes(reading: Reading, words: Words, besides: readonly ReadSentence[]): JSONContent[] {
  const [first, ...rest] = weightiest(
    reading.ranked.filter((it) => it.sentence.complete && it.sentence.text.length < 300),
    1 + MAX_CLIPS,
    besides,
  );
  if (!first) return [];
  return [
    heading(words.quotes),
    { type: 'blockquote', content: [paragraph([first])] },
    ...rest.map(({ passage, start, end, text: words }) =>
      clipOf(passage, start, end, { words, heading: titleOffline(words) }),
    ),
  ];
}

/**
 * Cloze questions: sentences without their term, with other terms to choose from. The complete
 * sentences follow, collapsed, with their citations.
 */
function quiz(terms: readonly KeyTerm[], others: readonly KeyTerm[], words: Words): JSONContent[] {
  const asked = new Map<ReadSentence, JSONContent>();
  for (const { text: term, meaning } of terms) {
    if (asked.size === MAX_QUIZ) break;
    const gapped = withoutWord(meaning.text, term);
    if (
      asked.has(meaning) ||
      !meaning.complete ||
      meaning.text.length > 300 ||
      gapped === undefined
    )
      continue;
    const wrong = [...new Set([...terms, ...others].map((it) => it.text))]
      .filter((it) => !overlap(it, term) && withoutWord(meaning.text, it) === undefined)
      .slice(0, MOST_OPTIONS - 1);
    if (wrong.length < FEWEST_OPTIONS - 1) continue;
    // Varies the position of the right choice, the same way each time.
    const answer = meaning.text.length % (wrong.length + 1);
    asked.set(meaning, {
      type: 'question',
      attrs: { compAttrs: { question: gapped, options: wrong.toSpliced(answer, 0, term), answer } },
    });
  }
  if (asked.size === 0) return [];
  return [
    heading(words.check),
    ...asked.values(),
    {
      type: 'toggle',
      attrs: { summary: words.answers, open: false },
      content: [...asked.keys()].map((it) => paragraph([it])),
    },
  ];
}
const overlap = (one: string, other: string): boolean =>
  one.toLowerCase().includes(other.toLowerCase()) ||
  other.toLowerCase().includes(one.toLowerCase());

/** `undefined` if the sentence does not contain the word. */
function withoutWord(sentence: string, word: string): string | undefined {
  const gapped = sentence.replaceAll(
    new RegExp(word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu'),
    GAP,
  );
  return gapped === sentence ? undefined : gapped;
}
