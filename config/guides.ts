/**
 * The catalogue of prompts that the assistant offers. Ids are unique within their list; the
 * specification sets those of `bottom` and `followUps`.
 */
import type { Guide, Guides } from '#core/contract/guides.ts';

/** What the offline assistant makes where no model is asked. */
export const GUIDE_KINDS = [
  'overview',
  'points',
  'explain',
  'questions',
  'terms',
  'outline',
  'figures',
  'claims',
  'quotes',
] as const;
export type GuideKind = (typeof GUIDE_KINDS)[number];
interface CatalogueGuide extends Guide {
  kind: GuideKind;
}

const guide = (id: number, title: string, kind: GuideKind, question: string): CatalogueGuide => ({
  id,
  title,
  question,
  kind,
});

export const GUIDES = {
  bottom: [
    guide(
      3,
      'Summarise',
      'overview',
      'Summarise the sources: what they are about, what they say and what they conclude.',
    ),
    guide(10, 'Key points', 'points', 'List the key points, the most important first.'),
    guide(
      11,
      'Explain simply',
      'explain',
      'Explain the main ideas in plain words, as to somebody who is new to the subject.',
    ),
    guide(
      5,
      'Questions to ask',
      'questions',
      'Which questions do the sources answer? List each with its answer in one sentence.',
    ),
  ],
  followUps: [
    guide(
      15,
      'Go deeper',
      'points',
      'Go deeper: add the details and reasons that the answer left out.',
    ),
    guide(
      12,
      'Say it simply',
      'explain',
      'Say the same in plain words, without terms that need explaining.',
    ),
    guide(
      13,
      'Give examples',
      'quotes',
      'Give examples, cases or scenes of the sources that show it.',
    ),
    guide(
      14,
      'Show the evidence',
      'claims',
      'Show what it rests on: the evidence of the sources, how far it carries, and what speaks against it.',
    ),
  ],
  smartGuide: [
    guide(
      1,
      'What is this about?',
      'overview',
      'Say in three sentences what this is about, for whom it is, and what one takes away from it.',
    ),
    guide(
      2,
      'Where to look',
      'outline',
      'Give an outline in the order of the source, each part with the place where it begins, and say which parts are worth it first.',
    ),
    guide(
      4,
      'Key terms',
      'terms',
      'List the terms and names one must know, each with its meaning in one sentence.',
    ),
    guide(
      6,
      'Numbers and dates',
      'figures',
      'List the numbers, dates and amounts that are named, each with what it says.',
    ),
    guide(
      7,
      'Best quotes',
      'quotes',
      'Quote the sentences worth keeping, word for word, each with who says it if that is known.',
    ),
  ],
  child: [
    guide(
      1,
      'Explain this',
      'explain',
      'Explain this clip: what is said, and what one must know to follow it.',
    ),
    guide(2, 'Summarise this', 'overview', 'Summarise this clip in at most three sentences.'),
    guide(
      3,
      'Why it matters',
      'claims',
      'What does this clip matter for in the whole of the source? What leads to it, and what follows from it?',
    ),
    guide(
      4,
      'Terms in it',
      'terms',
      'List the terms and names in this clip, each with its meaning.',
    ),
    guide(
      5,
      'Ask me about it',
      'questions',
      'Ask three questions that check whether one has understood this clip, then give the answers.',
    ),
  ],
  pdfChild: [
    guide(
      1,
      'Explain this',
      'explain',
      'Explain this passage sentence by sentence where it is hard, in plain words.',
    ),
    guide(2, 'Summarise this', 'overview', 'Summarise this passage in at most three sentences.'),
    guide(
      3,
      'What it rests on',
      'claims',
      'What does this passage claim, and what evidence does the document give for it?',
    ),
    guide(
      4,
      'Terms in it',
      'terms',
      'Define the terms, symbols and abbreviations of this passage as the document uses them.',
    ),
    guide(
      5,
      'Elsewhere in the sources',
      'points',
      'What do the sources say about the same matter in other places? Where do they agree with this passage, and where not?',
    ),
  ],
  student: [
    guide(
      1,
      'Study plan',
      'outline',
      'Make a study plan: what to learn in which order, what each step rests on, and how to tell that it is understood.',
    ),
    guide(
      2,
      'Flashcards',
      'questions',
      'Make twelve flashcards. Write each as a line with the question in bold and a line with the answer, and ask for one thing only.',
    ),
    guide(
      3,
      'Quiz me',
      'questions',
      'Make a quiz of eight questions with four choices each, one of them right. Put the right ones with a reason in a list at the end.',
    ),
    guide(
      4,
      'Explain it to me',
      'explain',
      'Explain the hardest ideas step by step, with an example of the sources for each.',
    ),
    guide(
      5,
      'Terms to know',
      'terms',
      'List the terms to know by heart, each with its definition in one sentence.',
    ),
    guide(
      6,
      'Easily confused',
      'claims',
      'What is easily confused or got wrong here? Name the mistake, then what is right, and why.',
    ),
    guide(
      7,
      'Cheat sheet',
      'points',
      'Make a cheat sheet of one page: what must be remembered, as short as it can be said.',
    ),
  ],
  creator: [
    guide(
      1,
      'Hooks',
      'quotes',
      'Write eight openings of one or two sentences that make somebody stay, each from something that the sources say.',
    ),
    guide(
      2,
      'Script',
      'outline',
      'Write the script of a video of three minutes: opening, three beats, end. Mark what is shown where.',
    ),
    guide(
      3,
      'Thread of posts',
      'points',
      'Write a thread of seven short posts: the first makes curious, each carries one thought, the last says what to make of it.',
    ),
    guide(
      4,
      'Titles',
      'overview',
      'Propose ten titles in different manners, each true to the sources, with a line on what the piece would hold.',
    ),
    guide(
      5,
      'Quotable lines',
      'quotes',
      'Quote ten lines that stand by themselves, word for word, with who says them and where.',
    ),
    guide(
      6,
      'Newsletter',
      'overview',
      'Write a newsletter of about 250 words: subject line, opening, three things worth knowing, end.',
    ),
    guide(
      7,
      'Moments to clip',
      'outline',
      'List the moments or passages that would work as a short clip by themselves: where each begins, what happens, why it works.',
    ),
  ],
  researcher: [
    guide(
      1,
      'Claims and evidence',
      'claims',
      'List the main claims. Under each, the evidence that is given for it and how strong it is.',
    ),
    guide(
      2,
      'Method',
      'points',
      'Describe how the findings were made: design, data, samples, measures, analysis. Say what is not told.',
    ),
    guide(
      3,
      'Findings in figures',
      'figures',
      'List the findings that are given in figures, with units, conditions and comparisons.',
    ),
    guide(
      4,
      'Limits',
      'claims',
      'Which limits, assumptions and threats to validity are named? Which are left unsaid but show in what is told?',
    ),
    guide(
      5,
      'Agree and disagree',
      'claims',
      'Where do the sources agree, and where do they disagree? Set the positions side by side.',
    ),
    guide(
      6,
      'Open questions',
      'questions',
      'Which questions do the sources leave open, and what would answer them?',
    ),
    guide(
      7,
      'Definitions',
      'terms',
      'List the terms with the definitions that the sources themselves give, and say where they differ.',
    ),
    guide(
      8,
      'Paragraph for a review',
      'overview',
      'Write a paragraph of a literature review that says what the sources contribute, and how they stand to one another.',
    ),
  ],
} satisfies Record<keyof Guides, readonly CatalogueGuide[]>;
