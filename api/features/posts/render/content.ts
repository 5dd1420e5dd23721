/** A post's document → HTML. Pure: every attribute is read by its block's schema, and the whole is sanitised last. */
import type { JSONContent } from '@tiptap/core';
import { toHtml } from 'hast-util-to-html';
import { BLOCKS } from './blocks.ts';
import type { Context, Heading, ServedImage } from './context.ts';
import type { PublicSources } from './places.ts';
import { sanitised } from './sanitise.ts';
import { TEXT } from './text.ts';
import type { ElementContent, Root } from './tree.ts';

export interface RenderedContent { html: string; headings: Heading[]; /** a video or a quiz is better with the page's script */ wantsScript: boolean }

const RENDERERS = { ...TEXT, ...BLOCKS };

function render(nodes: readonly JSONContent[] | undefined, context: Context): ElementContent[] {
  return (nodes ?? []).flatMap((node) => {
    const renderer = Object.hasOwn(RENDERERS, node.type ?? '') ? RENDERERS[node.type ?? ''] : undefined;
    // Of a block of a later version what can be read of it is shown.
    return renderer ? renderer(node, context) : render(node.content, context);
  });
}

/** Of all its headings. */
const levelsIn = (node: JSONContent): number[] => [...(node.type === 'heading' ? [Number(node.attrs?.['level'] ?? 1)] : []), ...(node.content ?? []).flatMap(levelsIn)];

export function renderContent(doc: JSONContent, { sources, images }: { sources: PublicSources; images: ReadonlyMap<string, ServedImage> }): RenderedContent {
  const context: Context = { sources, images, citations: new Map(), headings: [], topLevel: Math.min(3, ...levelsIn(doc)), ids: new Set(), wants: { script: false }, render };
  const tree: Root = { type: 'root', children: render(doc.content, context) };
  return { html: toHtml(sanitised(tree)), headings: context.headings, wantsScript: context.wants.script };
}
