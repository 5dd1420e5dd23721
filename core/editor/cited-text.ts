/**
 * The Markdown of blocks with citations: collapsed under its title, followed by the citations.
 */
import type { MarkdownToken, MarkdownTokenizer } from '@tiptap/core';
import { escapeTagText, unescapeTagText } from '#core/text/escape-html.ts';
import { Citation } from '../contract/ask.ts';
import { positionOf } from '../contract/locator.ts';
import {
  escapeMarkdown,
  LOCATOR_LINK,
  parseLocatorQuery,
  unescapeMarkdown,
  writeLocatorQuery,
} from './locator-link.ts';

const DEFINITION = /^\[(\d+)\]: ([^\n]*)$/;

/** Escapes a line that would end the block. */
const CLOSING = '</details>';
const HIDDEN_CLOSING = '&lt;/details>';

export interface CitedText {
  title: string;
  text: string;
  citations: readonly Citation[];
}

const opening = (kind: string): string => `<details data-block="${kind}"><summary>`;

export function citedTextTokenizer(kind: string): MarkdownTokenizer {
  const open = opening(kind);
  const pattern = new RegExp(`^${open}([^\\n]*)</summary>\\n([\\s\\S]*?)\\n${CLOSING}(?:\\n|$)`);
  return {
    name: kind,
    level: 'block',
    start: (src) => src.indexOf(open),
    tokenize(src) {
      const [raw, title, body] = pattern.exec(src) ?? [];
      return raw === undefined ? undefined : { type: kind, raw, title, body };
    },
  };
}

export function readCitedText(token: MarkdownToken): CitedText {
  const [title, body] = [token['title'], token['body']].map((part: unknown) =>
    typeof part === 'string' ? part : '',
  );
  const lines = (body ?? '').split('\n');
  return {
    title: unescapeTagText(title ?? ''),
    text: lines
      .filter((line) => !readCitation(line))
      .join('\n')
      .trim()
      .replaceAll(HIDDEN_CLOSING, CLOSING),
    citations: lines.flatMap((line) => readCitation(line) ?? []),
  };
}

export const writeCitedText = (kind: string, { title, text, citations }: CitedText): string =>
  [
    `${opening(kind)}${escapeTagText(title.replaceAll('\n', ' '))}</summary>`,
    '',
    text.trim().replaceAll(CLOSING, HIDDEN_CLOSING),
    '',
    ...(citations.length > 0 ? [...citations.map(writeCitation), ''] : []),
    CLOSING,
  ].join('\n');

/** The cited sources, each once. */
export const citedSources = (citations: readonly Citation[]): string[] => [
  ...new Set(citations.map((it) => String(it.source_id))),
];

const writeCitation = ({ mark, source_id, title, locator }: Citation): string => {
  const query = writeLocatorQuery({
    sourceId: source_id,
    medium: locator.medium,
    position: positionOf(locator),
  });
  return `[${mark}]: [${escapeMarkdown(title.replaceAll('\n', ' '))}](${query} "${escapeMarkdown(locator.quote.replaceAll('\n', ' '))}")`;
};

function readCitation(line: string): Citation | undefined {
  const [, mark, link] = DEFINITION.exec(line) ?? [];
  const [, title, query, quoted] = LOCATOR_LINK.exec(link ?? '') ?? [];
  const at = parseLocatorQuery(query ?? '');
  if (!at) return undefined;
  const quote = unescapeMarkdown(quoted ?? '');
  const locator =
    at.medium === 'timed'
      ? { medium: at.medium, startS: at.position, endS: at.position, quote }
      : at.medium === 'paged'
        ? { medium: at.medium, page: at.position, quote }
        : { medium: at.medium, paragraph: at.position, quote, prefix: '', suffix: '' };
  const parsed = Citation.safeParse({
    mark: Number(mark),
    source_id: at.sourceId,
    title: unescapeMarkdown(title ?? ''),
    locator,
  });
  return parsed.success ? parsed.data : undefined;
}
