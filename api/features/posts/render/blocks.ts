/**
 * Renders blocks of the notes in a post. Each block renders itself with the sources, images and
 * parsers from here.
 */
import type { JSONContent } from '@tiptap/core';
import type { Block } from '#core/editor/block.ts';
import type { BlockLocator } from '#core/editor/block-locator.ts';
import { docFromMarkdown } from '#core/editor/markdown.ts';
import type { PostNode } from '#core/editor/post-rendering.ts';
import { linked, type Context } from './context.ts';
import { formula } from './math.ts';
import { locatorLink, type SourceLink } from '../page/source-links.ts';
import type { ElementContent } from './tree.ts';

/** `PostNode` is hast with looser properties, so that core needs no package for it. */
const asPostNodes = (nodes: ElementContent[]): PostNode[] => nodes as PostNode[];

export function renderBlock(block: Block, node: JSONContent, context: Context): ElementContent[] {
  const linkTo = (at: BlockLocator | undefined): SourceLink | undefined =>
    at && locatorLink(context.sources, at.sourceId, at.locator);
  return block.post(node.attrs, {
    content: () => asPostNodes(context.render(node.content, context)),
    cited: (markdown, citations) =>
      asPostNodes(
        context.render(docFromMarkdown(markdown).content, {
          ...context,
          citations: new Map(citations.map((it) => [it.mark, it])),
        }),
      ),
    formula: (latex, isBlock) => asPostNodes([formula(latex, isBlock)]),
    canFollow: (at) => linkTo(at) !== undefined,
    link: (at, label, look) => asPostNodes([linked(linkTo(at), label, context, look)]),
    titleOf: (sourceId) => context.sources.get(sourceId)?.title,
    image: (fileKey) => context.images.get(fileKey),
    wantScript: () => {
      context.wants.script = true;
    },
  });
}
