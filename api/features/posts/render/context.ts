import type { JSONContent } from '@tiptap/core';
import { h } from 'hastscript';
import type { Citation } from '#core/contract/ask.ts';
import type { SourceLink, PublicSources } from '../page/source-links.ts';
import type { Heading, ServedImage } from '../page/rendered-content.ts';
import type { ElementContent } from './tree.ts';

/** The state of one rendering. */
export interface Context {
  sources: PublicSources;
  images: ReadonlyMap<string, ServedImage>;
  /** citations of the current answer, by number */
  citations: ReadonlyMap<number, Citation>;
  headings: Heading[];
  /** the highest level of the post's headings */
  topLevel: number;
  ids: Set<string>;
  /** whether something needs the page's script */
  wants: { script: boolean };
  /** nesting depth of the current block */
  depth: number;
  /** renders any known node */
  render(nodes: readonly JSONContent[] | undefined, context: Context): ElementContent[];
}
export type Renderer = (node: JSONContent, context: Context) => ElementContent | ElementContent[];

/** Returns a link to a position, or only the text if readers can't open it. */
export function linked(
  link: SourceLink | undefined,
  inner: ElementContent[] | string,
  { wants }: Pick<Context, 'wants'>,
  { className, title }: { className?: string; title?: string | undefined } = {},
): ElementContent {
  const children = typeof inner === 'string' ? [{ type: 'text' as const, value: inner }] : inner;
  if (!link) return h('span', className ? { className } : {}, children);
  if (link.video) wants.script = true;
  return h(
    'a',
    {
      href: link.href,
      rel: 'noopener nofollow',
      ...(className ? { className } : {}),
      ...(title ? { title } : {}),
      ...(link.video ? { dataVideo: link.video.id, dataStart: String(link.video.startS) } : {}),
    },
    children,
  );
}
