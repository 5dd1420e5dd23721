/**
 * What every block must preserve. Functions that need a DOM or a shared document are parameters, so
 * that this runs anywhere. Each check returns what went wrong, or nothing.
 */
import type { JSONContent } from '@tiptap/core';
import type { Block } from './block.ts';
import { cleanDoc, docLocators, docText } from './document.ts';
import { docFromMarkdown, docToMarkdown } from './markdown.ts';
import { type PostContext, type PostNode, textNode } from './post-rendering.ts';

export interface RoundTrips {
  throughHtml(doc: JSONContent): JSONContent;
  throughShared(doc: JSONContent): JSONContent;
}
export interface BlockCheck {
  name: string;
  problem(block: Block, roundTrips: RoundTrips): string | undefined;
}

const holding = (block: Block, node: JSONContent): JSONContent =>
  cleanDoc({
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'before' }] },
      block.inline
        ? {
            type: 'paragraph',
            content: [{ type: 'text', text: 'at ' }, node, { type: 'text', text: ' there' }],
          }
        : node,
      { type: 'paragraph', content: [{ type: 'text', text: 'after' }] },
    ],
  });
const differs = (before: unknown, after: unknown): string | undefined => {
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
  return was === is ? undefined : `was ${was}\nis  ${is}`;
};
const where = (doc: JSONContent) =>
  docLocators(doc).map(({ sourceId, locator }) => [
    sourceId,
    locator.medium,
    locator.quote.replaceAll('\n', ' '),
    locator.medium === 'timed'
      ? locator.startS
      : locator.medium === 'paged'
        ? locator.page
        : locator.paragraph,
  ]);

/** Renders external content of a post as plain text. */
const PLAIN_POST: PostContext = {
  content: () => [],
  cited: (markdown) => [textNode(markdown)],
  formula: (latex) => [textNode(latex)],
  canFollow: () => true,
  link: (_at, label) => [textNode(label)],
  titleOf: () => undefined,
  image: () => ({ url: '/image.webp', width: 640, height: 480 }),
  wantScript: () => undefined,
};
const postText = (node: PostNode): string =>
  node.type === 'element'
    ? [String(node.properties['alt'] ?? ''), ...node.children.map(postText)].join(' ')
    : node.value;
const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

const HOSTILE: readonly unknown[] = [
  'javascript:alert(1)',
  '#fff;background:url(//evil.test)',
  '<img src=x onerror=alert(1)>',
  -1e308,
  1e308,
  Number.NaN,
  null,
  [],
  {},
  [null, { pageIndex: 'x' }],
  true,
  'x'.repeat(1_000_000),
];

export const BLOCK_CHECKS: readonly BlockCheck[] = [
  {
    name: 'HTML and back is equal',
    problem: (block, { throughHtml }) => {
      const doc = holding(block, block.example);
      return differs(doc, throughHtml(doc));
    },
  },
  {
    name: 'a shared document and back is equal',
    problem: (block, { throughShared }) => {
      const doc = holding(block, block.example);
      return differs(doc, throughShared(doc));
    },
  },
  {
    name: 'Markdown and back keeps the kind, the words and the position',
    problem: (block) => {
      const doc = holding(block, block.example);
      const back = docFromMarkdown(docToMarkdown(doc));
      return differs(
        [doc.content?.map(({ type }) => type), docText(doc), where(doc)],
        [back.content?.map(({ type }) => type), docText(back), where(back)],
      );
    },
  },
  {
    name: 'a relocated block has the new position and keeps its quote',
    problem: (block) => {
      const [was] = block.locators(block.example.attrs);
      if (!was) return undefined;
      const { locator } = was;
      const rects = [{ x: 0.25, y: 0.5, width: 0.5, height: 0.0625 }];
      const to =
        locator.medium === 'timed'
          ? { ...locator, startS: 200, endS: 210 }
          : locator.medium === 'paged'
            ? { ...locator, page: 7, rects }
            : { ...locator, paragraph: 31 };
      const attrs = block.clean({
        ...block.example.attrs,
        ...block.relocate(block.example.attrs, 0, {
          locator: to,
          areas: [{ page: 7, rects }],
          occurrence: 2,
          anchor: { outcome: 'lost', version: 5 },
        }),
      });
      const [is] = block.locators(attrs);
      const position =
        is?.locator.medium === 'timed'
          ? is.locator.startS
          : is?.locator.medium === 'paged'
            ? is.locator.page
            : is?.locator.paragraph;
      return differs(
        [
          to.medium === 'timed' ? 200 : to.medium === 'paged' ? 7 : 31,
          locator.quote,
          { outcome: 'lost', version: 5 },
        ],
        [position, is?.locator.quote, is?.anchor],
      );
    },
  },
  {
    name: 'a post shows its words',
    problem: (block) => {
      const { attrs } = block.example;
      const shown = new Set(wordsOf(block.post(attrs, PLAIN_POST).map(postText).join(' ')));
      // The draft's title becomes the page's title.
      if (block.topLevelOnly) return undefined;
      return differs(
        [],
        wordsOf(block.text(attrs)).filter((word) => !shown.has(word)),
      );
    },
  },
  {
    name: 'hostile attributes come out of the right form',
    problem: (block, { throughHtml }) => {
      for (const value of HOSTILE) {
        const attrs = Object.fromEntries(
          Object.keys(block.example.attrs ?? {}).map((key) => [key, value]),
        );
        const doc = holding(block, { type: block.name, attrs });
        const clean = block.clean(attrs);
        block.post(attrs, PLAIN_POST);
        if (differs(clean, block.clean(clean)))
          return `cleaning ${String(value).slice(0, 40)} twice gives something else`;
        const color = clean['color'];
        if (color !== undefined && !/^#[0-9a-f]{6}$/i.test(String(color)))
          return `colour ${String(color)}`;
        if (Object.values(clean).some((it) => typeof it === 'number' && !Number.isFinite(it)))
          return 'a number without end';
        if (JSON.stringify(clean).length > 500_000) return 'longer than anything a person writes';
        const problem = differs(doc, throughHtml(doc));
        if (problem) return problem.slice(0, 500);
      }
      return undefined;
    },
  },
  {
    name: 'unknown attributes and no attributes do not throw',
    problem: (block) => {
      const doc = holding(block, {
        type: block.name,
        attrs: { ...block.example.attrs, of_a_later_version: { deep: [1] } },
      });
      if (JSON.stringify(doc).includes('of_a_later_version'))
        return 'kept an attribute that it does not know';
      return docText(holding(block, { type: block.name })).startsWith('before')
        ? undefined
        : 'lost its surroundings';
    },
  },
];
