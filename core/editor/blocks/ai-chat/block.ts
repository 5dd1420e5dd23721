import { AnswerModel } from '../../../contract/ask.ts';
import { SourceId } from '../../../contract/id.ts';
import { defineBlock } from '../../block.ts';
import {
  CITED_ATTRIBUTES,
  citedTextHtml,
  citationLocators,
  EXAMPLE_CITATIONS,
  relocateCitations,
} from '../../cited-block.ts';
import {
  citedSources,
  citedTextTokenizer,
  readCitedText,
  writeCitedText,
} from '../../cited-text.ts';
import { choice, flag, number, text } from '../../fields.ts';
import { citedSection } from '../../post-rendering.ts';

/** The default model for questions about clips and in notes. */
const DEFAULT_MODEL = 3;

/** A question with its answer, as Markdown with citation marks `[1]`. */
export const aiChat = defineBlock({
  name: 'ai-chat',
  attributes: {
    question: text(20_000),
    answer: text(200_000),
    ...CITED_ATTRIBUTES,
    model: AnswerModel.nullable().catch(DEFAULT_MODEL).default(DEFAULT_MODEL),
    /** ms */
    timeTaken: number(0, 86_400_000, 0),
    isAnswerGenerated: flag(false),
    shrink: flag(false),
    /** the rating of the person who asked; can't be changed */
    feedback: choice(['unset', 'like', 'dislike'], 'unset'),
  },
  text: (it) => [it.question, it.answer].filter(Boolean).join('\n'),
  locators: citationLocators,
  relocate: relocateCitations,
  html: (it) => citedTextHtml(it.question, it.answer),
  post: ({ question: heading, answer, citations }, context) =>
    citedSection({ heading, text: answer, citations }, context),
  markdown: {
    tokenizer: citedTextTokenizer('ai-chat'),
    parse: (token) => {
      const { title, text: answer, citations } = readCitedText(token);
      return {
        question: title,
        answer,
        citations: [...citations],
        sources: citedSources(citations),
        isAnswerGenerated: true,
      };
    },
    render: (it) =>
      writeCitedText('ai-chat', { title: it.question, text: it.answer, citations: it.citations }),
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000004',
    question: 'What is a gloss, & why <margins>?',
    answer:
      'A gloss is a **note in the margin** [1].\n\n- It explains a hard word.\n- It stays beside the text [2].',
    citations: EXAMPLE_CITATIONS,
    model: 'offline',
    sources: citedSources(EXAMPLE_CITATIONS),
    timeTaken: 812,
    isAnswerGenerated: true,
    request: {
      path: 'ai/v2/chat/clip',
      body: {
        model: 3,
        sources: [SourceId.parse('0198c0de-0000-7000-8000-0000000000a1')],
        user_query: 'What is a gloss?',
        start: 83.5,
      },
    },
    feedback: 'like',
  },
});
