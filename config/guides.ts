/**
 * The catalogue of prompts that the assistant offers. Ids are unique within their list; the
 * specification sets those of `bottom` and `followUps`.
 */
import type { Guide, Guides } from '#core/contract/guides.ts';

/** What the offline assistant writes for a prompt when no model answers it. */
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
      'Explain the main ideas in plain words for someone who is new to the subject.',
    ),
    guide(
      5,
      'Questions and answers',
      'questions',
      'Which questions do the sources answer? List each one with a one-sentence answer.',
    ),
  ],
  followUps: [
    guide(
      15,
      'Go deeper',
      'points',
      'Go deeper: add the details and reasons that the answer left out.',
    ),
    guide(12, 'Simplify', 'explain', 'Say the same in plain words, without jargon.'),
    guide(
      13,
      'Give examples',
      'quotes',
      'Give examples, cases or scenes from the sources that show this.',
    ),
    guide(
      14,
      'Show the evidence',
      'claims',
      'Show the evidence for this in the sources, how strong it is, and what contradicts it.',
    ),
  ],
  smartGuide: [
    guide(
      1,
      'What is this about?',
      'overview',
      'Say in three sentences what this is about, who it is for, and what the main takeaway is.',
    ),
    guide(
      2,
      'Outline',
      'outline',
      'Outline the source in order, with the time or page where each part starts, and say which parts to read or watch first.',
    ),
    guide(
      4,
      'Key terms',
      'terms',
      'List the terms and names to know, each with a one-sentence definition.',
    ),
    guide(
      6,
      'Numbers and dates',
      'figures',
      'List the numbers, dates and amounts that are mentioned, and what each one means.',
    ),
    guide(
      7,
      'Best quotes',
      'quotes',
      'Quote the most memorable sentences word for word, with the speaker if known.',
    ),
  ],
  child: [
    guide(
      1,
      'Explain this',
      'explain',
      'Explain this clip: what it says, and what you need to know to follow it.',
    ),
    guide(2, 'Summarise this', 'overview', 'Summarise this clip in at most three sentences.'),
    guide(
      3,
      'Why it matters',
      'claims',
      'Why does this clip matter in the source as a whole? What leads up to it, and what follows from it?',
    ),
    guide(
      4,
      'Key terms',
      'terms',
      'List the terms and names in this clip, each with a definition.',
    ),
    guide(
      5,
      'Quiz me',
      'questions',
      'Ask three questions that check whether I understood this clip, then give the answers.',
    ),
  ],
  pdfChild: [
    guide(
      1,
      'Explain this',
      'explain',
      'Explain this passage in plain words, sentence by sentence where it is difficult.',
    ),
    guide(2, 'Summarise this', 'overview', 'Summarise this passage in at most three sentences.'),
    guide(
      3,
      'Find the evidence',
      'claims',
      'What does this passage claim, and what evidence does the document give for it?',
    ),
    guide(
      4,
      'Key terms',
      'terms',
      'Define the terms, symbols and abbreviations of this passage as the document uses them.',
    ),
    guide(
      5,
      'Elsewhere in your sources',
      'points',
      'What else do the sources say about this? Where do they agree with this passage, and where do they disagree?',
    ),
  ],
  student: [
    guide(
      1,
      'Study plan',
      'outline',
      'Make a study plan: what to learn in which order, what each step builds on, and how to check that I understood it.',
    ),
    guide(
      2,
      'Flashcards',
      'questions',
      'Make twelve flashcards. Write the question in bold on one line and the answer on the next. Each card asks for one thing only.',
    ),
    guide(
      3,
      'Quiz me',
      'questions',
      'Make a quiz of eight questions with four choices each, one of them correct. List the correct answers with reasons at the end.',
    ),
    guide(
      4,
      'Explain it to me',
      'explain',
      'Explain the hardest ideas step by step, each with an example from the sources.',
    ),
    guide(
      5,
      'Terms to know',
      'terms',
      'List the terms to memorise, each with a one-sentence definition.',
    ),
    guide(
      6,
      'Common mistakes',
      'claims',
      'What do people often confuse or get wrong here? Name each mistake, then what is correct and why.',
    ),
    guide(
      7,
      'Cheat sheet',
      'points',
      'Make a one-page cheat sheet of what to remember, as short as possible.',
    ),
  ],
  creator: [
    guide(
      1,
      'Hooks',
      'quotes',
      'Write eight hooks of one or two sentences that grab attention, each based on something in the sources.',
    ),
    guide(
      2,
      'Script',
      'outline',
      'Write a script for a three-minute video: opening, three beats, ending. Mark what is shown when.',
    ),
    guide(
      3,
      'Social media thread',
      'points',
      'Write a thread of seven short posts: the first sparks curiosity, each makes one point, and the last gives the takeaway.',
    ),
    guide(
      4,
      'Titles',
      'overview',
      'Suggest ten titles in different styles, each true to the sources, with a line on what the piece would cover.',
    ),
    guide(
      5,
      'Quotable lines',
      'quotes',
      'Quote ten lines that stand on their own, word for word, with the speaker and the time or page.',
    ),
    guide(
      6,
      'Newsletter',
      'overview',
      'Write a newsletter of about 250 words: subject line, opening, three things worth knowing, closing.',
    ),
    guide(
      7,
      'Moments to clip',
      'outline',
      'List the moments or passages that would work as a short clip on their own: where each starts, what happens, and why it works.',
    ),
  ],
  researcher: [
    guide(
      1,
      'Claims and evidence',
      'claims',
      'List the main claims. Under each, give its evidence and how strong that evidence is.',
    ),
    guide(
      2,
      'Methods',
      'points',
      'Describe how the findings were obtained: design, data, samples, measures, analysis. Say what is not reported.',
    ),
    guide(
      3,
      'Key numbers',
      'figures',
      'List the quantitative findings, with units, conditions and comparisons.',
    ),
    guide(
      4,
      'Limitations',
      'claims',
      'Which limitations, assumptions and threats to validity are stated? Which are implied but not stated?',
    ),
    guide(
      5,
      'Agreements and disagreements',
      'claims',
      'Where do the sources agree, and where do they disagree? Compare their positions side by side.',
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
      "List the terms with the sources' own definitions, and say where they differ.",
    ),
    guide(
      8,
      'Literature review paragraph',
      'overview',
      'Write a literature review paragraph on what the sources contribute and how they relate to each other.',
    ),
  ],
} satisfies Record<keyof Guides, readonly CatalogueGuide[]>;
