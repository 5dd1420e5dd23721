import { z } from 'zod';
import { AnswerModel, Citation, relocateCitation } from '../../../contract/ask.ts';
import { placeOf } from '../../../contract/locator.ts';
import { defineBlock } from '../../block.ts';
import { flag, list, maybeId, number, text } from '../../fields.ts';
import { escapeMarkdown, PLACE_LINK, readPlace, unescapeMarkdown, writePlace } from '../../place-link.ts';

const OPEN = '<details data-block="ai-chat"><summary>';
const WHOLE = /^<details data-block="ai-chat"><summary>([^\n]*)<\/summary>\n([\s\S]*?)\n<\/details>(?:\n|$)/;
const DEFINITION = /^\[(\d+)\]: (.*)$/;

const escapeHtml = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const unescapeHtml = (value: string): string => value.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

const writeCitation = ({ mark, source_id, title, locator }: Citation): string => {
  const query = writePlace({ sourceId: source_id, medium: locator.medium, place: placeOf(locator) });
  return `[${mark}]: [${escapeMarkdown(title.replaceAll('\n', ' '))}](${query} "${escapeMarkdown(locator.quote.replaceAll('\n', ' '))}")`;
};

function readCitation(line: string): Citation | undefined {
  const [, mark, link] = DEFINITION.exec(line) ?? [];
  const [, title, query, quoted] = PLACE_LINK.exec(link ?? '') ?? [];
  const at = readPlace(query ?? '');
  if (!at) return undefined;
  const quote = unescapeMarkdown(quoted ?? '');
  const locator = at.medium === 'timed' ? { medium: at.medium, startS: at.place, endS: at.place, quote }
    : at.medium === 'paged' ? { medium: at.medium, page: at.place, quote } : { medium: at.medium, paragraph: at.place, quote, prefix: '', suffix: '' };
  const parsed = Citation.safeParse({ mark: Number(mark), source_id: at.sourceId, title: unescapeMarkdown(title ?? ''), locator });
  return parsed.success ? parsed.data : undefined;
}

/** A question with its answer, as Markdown with citation marks `[1]`. */
export const aiChat = defineBlock({
  name: 'ai-chat',
  attributes: {
    question: text(20_000), answer: text(200_000), citations: list(Citation, 200),
    model: AnswerModel.nullable().catch(null).default(null), sources: list(z.string().regex(/^[\w-]{1,64}$/), 2000),
    /** ms */ timeTaken: number(0, 86_400_000, 0),
    isAnswerGenerated: flag(false), generatingBy: maybeId(), shrink: flag(false),
  },
  text: (it) => [it.question, it.answer].filter(Boolean).join('\n'),
  places: (it) => it.citations.map(({ source_id, locator, anchor }) => ({ sourceId: source_id, locator, anchor })),
  relocate: (it, n, to) => ({ citations: it.citations.map((citation, index) => (index === n ? relocateCitation(citation, to) : citation)) }),
  html: (it) => [
    ['p', ['strong', it.question]],
    ...it.answer.split(/\n{2,}/).filter(Boolean).map((paragraph) => ['p', paragraph] as const),
  ],
  markdown: {
    tokenizer: {
      name: 'ai-chat', level: 'block',
      start: (src) => src.indexOf(OPEN),
      tokenize(src) {
        const [raw, question, body] = WHOLE.exec(src) ?? [];
        return raw === undefined ? undefined : { type: 'ai-chat', raw, question, body };
      },
    },
    parse: (token) => {
      const [question, body] = [token['question'], token['body']].map((part) => (typeof part === 'string' ? part : ''));
      const lines = (body ?? '').split('\n');
      const citations = lines.flatMap((line) => readCitation(line) ?? []);
      const answer = lines.filter((line) => !readCitation(line)).join('\n').trim().replaceAll('&lt;/details>', '</details>');
      return { question: unescapeHtml(question ?? ''), answer, citations, sources: [...new Set(citations.map((it) => String(it.source_id)))], isAnswerGenerated: true };
    },
    render: (it) => [
      `${OPEN}${escapeHtml(it.question.replaceAll('\n', ' '))}</summary>`, '',
      it.answer.trim().replaceAll('</details>', '&lt;/details>'), '',
      ...(it.citations.length > 0 ? [...it.citations.map(writeCitation), ''] : []),
      '</details>',
    ].join('\n'),
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000004', question: 'What is a gloss, & why <margins>?',
    answer: 'A gloss is a **note in the margin** [1].\n\n- It explains a hard word.\n- It stays beside the text [2].',
    citations: [
      { mark: 1, source_id: '0198c0de-0000-7000-8000-0000000000a1', title: 'On "margins"', locator: { medium: 'timed', startS: 83, endS: 105, quote: 'A gloss is a note in the margin.' } },
      { mark: 2, source_id: '0198c0de-0000-7000-8000-0000000000a2', title: 'Reading', locator: { medium: 'paged', page: 4, quote: 'The margin is where reading turns into writing.' } },
    ].map((it) => Citation.parse(it)),
    model: 'offline', sources: ['0198c0de-0000-7000-8000-0000000000a1', '0198c0de-0000-7000-8000-0000000000a2'], timeTaken: 812, isAnswerGenerated: true,
  },
});
