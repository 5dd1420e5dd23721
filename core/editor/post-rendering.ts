/**
 * The form of a block in a published post: a hast tree, and what it needs of the renderer. Pure:
 * everything that needs a parser or the post's sources is a function of `PostContext`.
 */
import type { Citation } from '../contract/ask.ts';
import type { Locator } from '../contract/locator.ts';
import type { BlockLocator } from './block-locator.ts';
import { spanLabel } from './locator-link.ts';

type Properties = Record<
  string,
  string | number | boolean | null | undefined | (string | number)[]
>;

export interface PostElement {
  type: 'element';
  tagName: string;
  properties: Properties;
  children: PostNode[];
}
/** One node of a post, in the form of hast. */
export type PostNode = PostElement | { type: 'text' | 'comment'; value: string };

export interface PostContext {
  /** Renders the block's content. */
  content(): PostNode[];
  /** Renders Markdown of the assistant; marks `[n]` link to the cited passages. */
  cited(markdown: string, citations: readonly Citation[]): PostNode[];
  /** Renders LaTeX as MathML; invalid LaTeX as it was written. */
  formula(latex: string, isBlock: boolean): PostNode[];
  /** Whether readers of the post can follow a link to the locator. */
  canFollow(at: BlockLocator | undefined): boolean;
  /** A link to the locator at its original source, or the label alone if readers can't follow. */
  link(
    at: BlockLocator | undefined,
    label: string,
    look: { className: string; title?: string },
  ): PostNode[];
  /** The title of a source, if readers may see it. */
  titleOf(sourceId: string): string | undefined;
  /** The public image, or `undefined` if it can't be shown. */
  image(fileKey: string): { url: string; width: number; height: number } | undefined;
  /** Declares that the block needs the page's script. */
  wantScript(): void;
}

export const textNode = (value: string): PostNode => ({ type: 'text', value });

/** `className` may name several classes, separated by spaces; strings among `children` are text. */
export function element(
  tagName: string,
  { className, ...properties }: { className?: string } & Record<string, string | number> = {},
  ...children: (PostNode | string)[]
): PostElement {
  return {
    type: 'element',
    tagName,
    properties: {
      ...(className === undefined ? {} : { className: className.split(' ') }),
      ...properties,
    },
    children: children.map((it) => (typeof it === 'string' ? textNode(it) : it)),
  };
}

export const lines = (text: string): PostNode[] =>
  text.split('\n').flatMap((line, at) => [...(at > 0 ? [element('br')] : []), textNode(line)]);
export const paragraphs = (text: string): PostNode[] =>
  text
    .split(/\n{2,}/)
    .filter((it) => it.trim() !== '')
    .map((it) => element('p', {}, ...lines(it)));

const labelOf = (at: Locator): string =>
  at.medium === 'timed'
    ? spanLabel('timed', at.startS, at.endS)
    : spanLabel(at.medium, at.medium === 'paged' ? at.page : at.paragraph);

export interface Quotation {
  className: string;
  heading?: string;
  text: string;
  /** summary below the text */
  points?: readonly string[];
  speaker?: string;
  at: BlockLocator | undefined;
}

/** A quotation from a source, with its label and position. */
export function quotation(it: Quotation, context: PostContext): PostNode[] {
  if ((it.heading ?? '') + it.text === '') return [];
  const title = it.at && context.titleOf(it.at.sourceId);
  const caption = [
    ...(it.speaker ? [element('cite', {}, `— ${it.speaker}`)] : []),
    ...(it.at ? context.link(it.at, labelOf(it.at.locator), { className: 'moment' }) : []),
    ...(title === undefined || title === it.speaker?.trim()
      ? []
      : [element('span', { className: 'from' }, title)]),
  ];
  return [
    element(
      'figure',
      { className: it.className },
      ...(it.heading ? [element('p', { className: 'name' }, it.heading)] : []),
      ...(it.text ? [element('blockquote', {}, ...paragraphs(it.text))] : []),
      ...(it.points && it.points.length > 0
        ? [element('ul', {}, ...it.points.map((point) => element('li', {}, point)))]
        : []),
      ...(caption.length > 0 ? [element('figcaption', {}, ...caption)] : []),
    ),
  ];
}

/** Text of the assistant under its heading; empty without text. */
export const citedSection = (
  { heading, text, citations }: { heading: string; text: string; citations: readonly Citation[] },
  context: PostContext,
): PostNode[] =>
  text === ''
    ? []
    : [
        element(
          'section',
          { className: 'answer' },
          ...(heading ? [element('p', { className: 'asked' }, heading)] : []),
          ...context.cited(text, citations),
        ),
      ];
