import { z } from 'zod';
import { defineBlock } from '../../block.ts';
import { integer, list, maybeId, text } from '../../fields.ts';
import { escapeMarkdown, unescapeMarkdown } from '../../locator-link.ts';
import { calloutLines, calloutTokenizer, writeCallout } from '../../callout-markdown.ts';
import { element, lines, type PostContext, type PostNode } from '../../post-rendering.ts';

export const MAX_OPTIONS = 20;
const Attributes = z.object({
  question: text(5000),
  options: list(z.string().max(2000), MAX_OPTIONS),
  /** index of the right answer */
  answer: integer(0, MAX_OPTIONS - 1, 0),
});
const empty = Attributes.parse({});
const OPTION = /^- \[([ x])\] (.*)$/;
const oneLine = (value: string): string => escapeMarkdown(value.replaceAll('\n', ' '));

/** The question with its options, and the right answer in a collapsible part. */
function quiz(
  { question: asked, options, answer }: z.output<typeof Attributes>,
  context: PostContext,
): PostNode[] {
  if (asked === '' && options.length === 0) return [];
  const right = options[answer];
  if (right !== undefined) context.wantScript();
  return [
    element(
      'section',
      {
        className: 'quiz',
        ariaLabel: 'Question',
        ...(right === undefined ? {} : { dataAnswer: String(answer) }),
      },
      element('p', { className: 'asked' }, ...lines(asked)),
      ...(options.length > 0
        ? [element('ol', { className: 'options' }, ...options.map((it) => element('li', {}, it)))]
        : []),
      ...(right === undefined
        ? []
        : [
            element(
              'details',
              { className: 'solution' },
              element('summary', {}, 'Show the answer'),
              element('p', {}, right),
            ),
          ]),
    ),
  ];
}

/** A question with options, one of which is right. */
export const question = defineBlock({
  name: 'question',
  attributes: {
    compType: z.literal('question').catch('question').default('question'),
    compAttrs: Attributes.catch(empty).default(empty),
    meta: z.object({ cont_id: maybeId() }).catch({ cont_id: null }).default({ cont_id: null }),
  },
  normalise: (it) =>
    it.compAttrs.answer > 0 && it.compAttrs.answer >= it.compAttrs.options.length
      ? { ...it, compAttrs: { ...it.compAttrs, answer: 0 } }
      : it,
  text: ({ compAttrs }) => [compAttrs.question, ...compAttrs.options].filter(Boolean).join('\n'),
  html: ({ compAttrs }) => [
    ['p', ['strong', compAttrs.question]],
    ...compAttrs.options.map((option) => ['p', option] as const),
  ],
  post: ({ compAttrs }, context) => quiz(compAttrs, context),
  markdown: {
    tokenizer: calloutTokenizer('question'),
    parse: (token) => {
      const lines = calloutLines(token);
      const options = lines.flatMap((line) => {
        const [, mark, option] = OPTION.exec(line) ?? [];
        return option === undefined
          ? []
          : [{ right: mark === 'x', option: unescapeMarkdown(option) }];
      });
      const asked = lines
        .filter((line) => !OPTION.test(line))
        .map(unescapeMarkdown)
        .join('\n')
        .trim();
      return {
        compAttrs: {
          question: asked,
          options: options.map(({ option }) => option),
          answer: Math.max(
            0,
            options.findIndex(({ right }) => right),
          ),
        },
      };
    },
    render: ({ compAttrs }) =>
      writeCallout('question', [
        oneLine(compAttrs.question),
        '',
        ...compAttrs.options.map(
          (option, index) => `- [${index === compAttrs.answer ? 'x' : ' '}] ${oneLine(option)}`,
        ),
      ]),
  },
  slash: {
    title: 'Question',
    hint: 'A question with options',
    group: 'more',
    icon: 'question',
    keywords: ['question', 'quiz', 'test'],
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000010',
    compAttrs: {
      question: 'Where does a gloss stand?',
      options: ['In the *margin*', 'On the cover', 'At the end'],
      answer: 0,
    },
    meta: { cont_id: null },
  },
});
