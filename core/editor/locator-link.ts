/**
 * Locators as workspace links, and quotes that end in one: the Markdown form of clips.
 */
import type { MarkdownToken, MarkdownTokenizer } from '@tiptap/core';
import { type Medium, positionLabel, locatorQuery } from '../contract/locator.ts';

export interface LocatorLink {
  sourceId: string;
  medium: Medium;
  position: number;
  /** the end of a range, or the occurrence */
  extra?: number | undefined;
}

const MEDIUM = { at: 'timed', page: 'paged', p: 'flow' } as const;
const QUERY = String.raw`\?source=[\w-]{1,64}&(?:at|page|p)=\d+(?:\.\d+)?(?:&(?:to|n)=\d+(?:\.\d+)?)?`;
const QUERY_PARTS = /^\?source=([\w-]+)&(at|page|p)=([\d.]+)(?:&(?:to|n)=([\d.]+))?$/;

export function writeLocatorQuery({ sourceId, medium, position, extra }: LocatorLink): string {
  const query = locatorQuery(sourceId, medium, position);
  return extra === undefined ? query : `${query}&${medium === 'timed' ? 'to' : 'n'}=${extra}`;
}

export function parseLocatorQuery(query: string): LocatorLink | undefined {
  const [, sourceId, key, position, extra] = QUERY_PARTS.exec(query) ?? [];
  if (sourceId === undefined || (key !== 'at' && key !== 'page' && key !== 'p')) return undefined;
  return {
    sourceId,
    medium: MEDIUM[key],
    position: Number(position),
    extra: extra === undefined ? undefined : Number(extra),
  };
}

/** `01:23`, or `01:23–01:45`. */
export function spanLabel(medium: Medium, position: number, end?: number): string {
  const start = positionLabel(medium, position);
  return end === undefined || end <= position ? start : `${start}–${positionLabel(medium, end)}`;
}

export const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_[\]<>"&]/g, (mark) => `\\${mark}`);
export const unescapeMarkdown = (text: string): string => text.replace(/\\([\\`*_[\]<>"&])/g, '$1');

/** An inline link: `[01:23](?source=ID&at=83 "quote")`. */
export const LOCATOR_LINK = new RegExp(
  String.raw`^\[((?:\\.|[^\]\\\n])*)\]\((${QUERY})(?: "((?:\\.|[^"\\\n])*)")?\)`,
);

const oneLine = (text: string): string => text.replaceAll('\n', ' ');
const headingOf = (line: string | undefined): string | undefined =>
  line === undefined ? undefined : /^\*\*(.*)\*\*$/.exec(line)?.[1];

/** Precedes key points. Unescaped asterisks distinguish it from text. */
const POINTS_TITLE = '*Key points:*';

export interface Quote {
  heading?: string | undefined;
  text: string;
  keypoints?: readonly string[];
  at: LocatorLink;
  label: string;
}

/** A blockquote: heading in bold, text, key points, and a link whose title names the block type. */
export function writeQuote(
  kind: string,
  { heading, text, keypoints = [], at, label }: Quote,
): string {
  const lines = [
    ...(heading ? [`**${escapeMarkdown(oneLine(heading))}**`, ''] : []),
    ...(text ? [...text.split('\n').map(escapeMarkdown), ''] : []),
    ...(keypoints.length > 0
      ? [POINTS_TITLE, '', ...keypoints.map((it) => `- ${escapeMarkdown(oneLine(it))}`), '']
      : []),
    `[${escapeMarkdown(label)}](${writeLocatorQuery(at)} "${kind}")`,
  ];
  return lines.map((line) => `> ${line}`.trimEnd()).join('\n');
}

export function quoteTokenizer(kind: string): MarkdownTokenizer {
  const pattern = new RegExp(
    String.raw`^((?:>[^\n]*\n)*)> \[((?:\\.|[^\]\\\n])*)\]\((${QUERY}) "${kind}"\)(?:\n|$)`,
  );
  return {
    name: kind,
    level: 'block',
    start: (src) => src.search(/^> /m),
    tokenize(src) {
      const [raw, body, label, query] = pattern.exec(src) ?? [];
      return raw === undefined ? undefined : { type: kind, raw, body, label, query };
    },
  };
}

export function readQuote(token: MarkdownToken): Quote | undefined {
  const [body, query, label] = [token['body'], token['query'], token['label']];
  const at = typeof query === 'string' ? parseLocatorQuery(query) : undefined;
  if (!at || typeof body !== 'string') return undefined;
  const lines = body.split('\n').map((line) => line.replace(/^> ?/, ''));
  const heading = headingOf(lines[0]);
  const points = lines.lastIndexOf(POINTS_TITLE);
  const text = lines
    .slice(heading === undefined ? 0 : 1, points < 0 ? undefined : points)
    .map(unescapeMarkdown)
    .join('\n')
    .replace(/^\n+|(?<!\n)\n+$/g, '');
  const keypoints = points < 0 ? [] : lines.slice(points + 1).flatMap(pointOf);
  return {
    heading: heading === undefined ? undefined : unescapeMarkdown(heading),
    text,
    ...(keypoints.length > 0 && { keypoints }),
    at,
    label: typeof label === 'string' ? unescapeMarkdown(label) : '',
  };
}

const pointOf = (line: string): string[] =>
  line.startsWith('- ') ? [unescapeMarkdown(line.slice(2))] : [];
