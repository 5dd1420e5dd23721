/**
 * What a block of the notes is: one folder, one line in the registry. `defineBlock` makes the
 * headless Tiptap node of it. Attributes are never trusted: a client may write anything into the
 * shared document, so every reader takes `clean(attrs)`.
 */
import { type JSONContent, type MarkdownToken, type MarkdownTokenizer, Node } from '@tiptap/core';
import type { DOMOutputSpec } from '@tiptap/pm/model';
import { z } from 'zod';
import { isRecord } from '#core/is-record.ts';
import type { Relocation } from '../contract/locator.ts';
import type { BlockLocator } from './block-locator.ts';
import { SHARED_ATTRIBUTES } from './fields.ts';
import type { PostContext, PostNode } from './post-rendering.ts';

export type Attributes = Readonly<Record<string, unknown>>;
type SlashIcon =
  | 'book'
  | 'bulb'
  | 'bullets'
  | 'callout'
  | 'clock'
  | 'code'
  | 'divider'
  | 'formula'
  | 'frame'
  | 'heading-1'
  | 'heading-2'
  | 'heading-3'
  | 'highlighter'
  | 'image'
  | 'newspaper'
  | 'numbers'
  | 'post'
  | 'question'
  | 'quotation'
  | 'quote'
  | 'sparkles'
  | 'table'
  | 'tasks'
  | 'text'
  | 'toggle'
  | 'wand';

/** The groups of the slash menu, in their order. */
export const SLASH_GROUPS = ['text', 'lists', 'media', 'sources', 'ai', 'more'] as const;
export type SlashGroup = (typeof SLASH_GROUPS)[number];

export interface SlashEntry {
  title: string;
  hint: string;
  group: SlashGroup;
  /** the page draws each of these in `ui/editor/slash-icons.ts` */
  icon: SlashIcon;
  keywords: readonly string[];
  /** the page has to make it: of a source, a file or the assistant; the others are put empty */
  needsHost?: true;
}

export interface Block {
  /** the node's type in documents, and its folder's name */
  name: string;
  inline: boolean;
  /** it holds others, which an editor changes as text; every other block is an atom */
  isContainer: boolean;
  /** allowed only at the top level, never inside another block */
  topLevelOnly: boolean;
  node: Node;
  /**
   * Any value → attributes of the right form, defaults filled in, unknown keys dropped. Never
   * throws.
   */
  clean(attrs: unknown): Attributes;
  /**
   * The text for search, word counts and readers without the block's view; for a container, without
   * its content.
   */
  text(attrs: unknown): string;
  locators(attrs: unknown): BlockLocator[];
  /** Returns the attributes that change when locator `n` (of `locators`) moves. */
  relocate(attrs: unknown, n: number, to: Relocation): Attributes;
  /** Renders the block for readers of a post; `context.content()` is what it holds. */
  post(attrs: unknown, context: PostContext): PostNode[];
  /** in the slash menu */
  slash?: SlashEntry | undefined;
  /** a whole one, as JSON */
  example: JSONContent;
}

interface Definition<S extends z.ZodRawShape, A> {
  name: string;
  inline?: boolean;
  topLevelOnly?: boolean;
  /** what it holds, as a content expression; without one it is an atom */
  content?: string;
  /** Each field falls back by itself: see fields.ts. */
  attributes: S;
  /** Rules between fields, applied after each is clean. */
  normalise?(attrs: A): A;
  text(attrs: A): string;
  locators?(attrs: A): BlockLocator[];
  relocate?(attrs: A, n: number, to: Relocation): Partial<A>;
  /**
   * The content of the block's element for readers without Gloss, before the blocks that it
   * contains.
   */
  html(attrs: A): (DOMOutputSpec | string)[];
  /**
   * The block in a published post; `locators` are those that name a source. Default: the content
   * of a container, nothing of an atom.
   */
  post?(attrs: A, context: PostContext, locators: readonly BlockLocator[]): PostNode | PostNode[];
  markdown: {
    /** for a container, the token's `tokens` are its content */
    tokenizer: MarkdownTokenizer;
    parse(token: MarkdownToken): { [K in keyof A]?: A[K] };
    /** `held`: the Markdown of what it holds */
    render(attrs: A, held: string): string;
  };
  slash?: SlashEntry;
  example: { [K in keyof A]?: A[K] };
  /** what the example holds */
  exampleContent?: JSONContent[];
}

type Shape<S extends z.ZodRawShape> = z.output<z.ZodObject<S & typeof SHARED_ATTRIBUTES>>;

export function defineBlock<S extends z.ZodRawShape>(
  definition: Definition<S, Shape<S>>,
): Block & { read(attrs: unknown): Shape<S> } {
  const {
    name,
    inline = false,
    topLevelOnly: outermost = false,
    content,
    relocate = () => ({}),
    post = (_attrs, context) => context.content(),
  } = definition;
  const schema = z.object({ ...SHARED_ATTRIBUTES, ...definition.attributes });
  const read = (attrs: unknown): Shape<S> => {
    const parsed = schema.parse(isRecord(attrs) ? attrs : {}) as Shape<S>;
    return definition.normalise ? definition.normalise(parsed) : parsed;
  };
  const locators = (attrs: Shape<S>): BlockLocator[] => definition.locators?.(attrs) ?? [];
  const named = (attrs: Shape<S>) => locators(attrs).filter((it) => it.sourceId !== '');
  return {
    name,
    inline,
    topLevelOnly: outermost,
    isContainer: content !== undefined,
    node: headlessNode(definition, read),
    read,
    clean: read,
    text: (attrs) => definition.text(read(attrs)),
    locators: (attrs) => named(read(attrs)),
    relocate: (attrs, n, to) => {
      const clean = read(attrs);
      const all = locators(clean);
      const moved = all.filter((it) => it.sourceId !== '')[n];
      return moved === undefined ? {} : relocate(clean, all.indexOf(moved), to);
    },
    post: (attrs, context) => {
      const clean = read(attrs);
      return [post(clean, context, named(clean))].flat();
    },
    slash: definition.slash,
    example: {
      type: name,
      attrs: { ...read(definition.example) },
      ...(definition.exampleContent ? { content: definition.exampleContent } : {}),
    },
  };
}

function headlessNode<S extends z.ZodRawShape>(
  definition: Definition<S, Shape<S>>,
  read: (attrs: unknown) => Shape<S>,
): Node {
  const { name, inline = false, topLevelOnly: outermost = false, content, markdown } = definition;
  const defaults: Attributes = read({});
  return Node.create({
    name,
    group: inline ? 'inline' : outermost ? 'outermost' : 'block',
    inline,
    ...(content === undefined ? { atom: true } : { content, defining: true }),
    selectable: true,
    draggable: true,
    isolating: !inline,
    addAttributes: () =>
      Object.fromEntries(
        Object.entries(defaults).map(([key, value]) => [
          key,
          { default: value, rendered: false, parseHTML: () => undefined },
        ]),
      ),
    parseHTML: () => [
      {
        tag: `${inline ? 'span' : 'figure'}[data-block="${name}"]`,
        priority: 100,
        getAttrs: (element) => ({ ...read(parseJson(element.getAttribute('data-attributes'))) }),
        ...(content === undefined ? {} : { contentElement: ':scope > [data-held]' }),
      },
    ],
    renderHTML: ({ node: { attrs } }) => {
      const clean = read(attrs);
      const element = [
        inline ? 'span' : 'figure',
        { 'data-block': name, 'data-attributes': JSON.stringify(clean) },
        ...definition.html(clean),
      ] as const;
      return content === undefined ? element : [...element, ['div', { 'data-held': '' }, 0]];
    },
    renderText: ({ node: { attrs } }) => definition.text(read(attrs)),
    markdownTokenName: name,
    markdownTokenizer: { ...markdown.tokenizer, name },
    parseMarkdown: (token, { parseChildren }) => ({
      type: name,
      attrs: { ...read(markdown.parse(token)) },
      ...(content === undefined ? {} : { content: parseChildren(token.tokens ?? []) }),
    }),
    renderMarkdown: ({ attrs, content: held = [] }, { renderChildren }) =>
      markdown.render(read(attrs), content === undefined ? '' : renderChildren(held, '\n\n')),
  });
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}
