/**
 * Renders a post's document as HTML. Pure: every attribute is read by its block's schema, and the
 * result is sanitised.
 */
import type { JSONContent } from '@tiptap/core';
import { toHtml } from 'hast-util-to-html';
import { detect } from 'tinyld/light';
import { blockOf } from '#core/editor/blocks/registry.ts';
import { docText } from '#core/editor/document.ts';
import { renderBlock } from './blocks.ts';
import type { Context } from './context.ts';
import type { PublicSources } from '../page/source-links.ts';
import { countWords, type RenderedContent, type ServedImage } from '../page/rendered-content.ts';
import { sanitised } from './sanitise.ts';
import { TEXT } from './text.ts';
import type { ElementContent, Root } from './tree.ts';

/** Maximum nesting; the text of deeper blocks is shown. */
const MAX_DEPTH = 128;
/** Characters that are used to detect the language. */
const DETECTED_CHARS = 4_000;

function render(nodes: readonly JSONContent[] | undefined, outer: Context): ElementContent[] {
  const context = { ...outer, depth: outer.depth + 1 };
  return (nodes ?? []).flatMap((node) => {
    if (context.depth > MAX_DEPTH)
      return { type: 'text' as const, value: docText({ type: 'doc', content: [node] }) };
    const block = blockOf(node.type);
    if (block) return renderBlock(block, node, context);
    const renderer = Object.hasOwn(TEXT, node.type ?? '') ? TEXT[node.type ?? ''] : undefined;
    // Unknown blocks of a later version show their readable content.
    return renderer ? renderer(node, context) : render(node.content, context);
  });
}

/** Returns the levels of its headings, down to the maximum depth. */
function levelsIn(node: JSONContent, depth = 0): number[] {
  if (depth > MAX_DEPTH) return [];
  const own = node.type === 'heading' ? [Number(node.attrs?.['level'] ?? 1)] : [];
  return [...own, ...(node.content ?? []).flatMap((child) => levelsIn(child, depth + 1))];
}

export function renderContent(
  doc: JSONContent,
  { sources, images }: { sources: PublicSources; images: ReadonlyMap<string, ServedImage> },
): RenderedContent {
  const context: Context = {
    sources,
    images,
    citations: new Map(),
    headings: [],
    topLevel: Math.min(3, ...levelsIn(doc)),
    ids: new Set(),
    wants: { script: false },
    depth: 0,
    render,
  };
  const tree: Root = { type: 'root', children: render(doc.content, context) };
  const text = docText(doc);
  return {
    html: toHtml(sanitised(tree)),
    headings: context.headings,
    wantsScript: context.wants.script,
    language: detect(text.slice(0, DETECTED_CHARS)) || 'en',
    ...countWords(text),
  };
}
