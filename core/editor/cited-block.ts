/** The common parts of blocks with citations. */
import { z } from 'zod';
import type { DOMOutputSpec } from '@tiptap/pm/model';
import { AnswerModel, Citation, relocateCitation } from '../contract/ask.ts';
import type { Relocation } from '../contract/locator.ts';
import { AI_REQUEST_ATTRIBUTES } from './ai-request.ts';
import type { BlockLocator } from './block-locator.ts';
import { list, maybeId } from './fields.ts';

export const CITED_ATTRIBUTES = {
  citations: list(Citation, 200),
  model: AnswerModel.nullable().catch(null).default(null),
  /** ids of the sources it was generated from */
  sources: list(z.string().regex(/^[\w-]{1,64}$/), 2000),
  /** who started the generation, while it runs */
  generatingBy: maybeId(),
  ...AI_REQUEST_ATTRIBUTES,
};

export const citationLocators = ({
  citations,
}: {
  citations: readonly Citation[];
}): BlockLocator[] =>
  citations.map(({ source_id, locator, anchor }) => ({ sourceId: source_id, locator, anchor }));
export const relocateCitations = (
  { citations }: { citations: readonly Citation[] },
  n: number,
  to: Relocation,
): { citations: Citation[] } => ({
  citations: citations.map((citation, index) =>
    index === n ? relocateCitation(citation, to) : citation,
  ),
});
export const citedTextHtml = (title: string, text: string): DOMOutputSpec[] => [
  ['p', ['strong', title]],
  ...text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((paragraph): DOMOutputSpec => ['p', paragraph]),
];

export const EXAMPLE_CITATIONS: Citation[] = [
  {
    mark: 1,
    source_id: '0198c0de-0000-7000-8000-0000000000a1',
    title: 'On "margins"',
    locator: { medium: 'timed', startS: 83, endS: 105, quote: 'A gloss is a note in the margin.' },
  },
  {
    mark: 2,
    source_id: '0198c0de-0000-7000-8000-0000000000a2',
    title: 'Reading',
    locator: { medium: 'paged', page: 4, quote: 'The margin is where reading turns into writing.' },
  },
].map((it) => Citation.parse(it));
