/**
 * Defines a block of the notes: one folder, one line in the registry. `defineBlock` creates its
 * headless Tiptap node. Attributes are never trusted, because a client can write anything into the
 * shared document; every reader uses `clean(attrs)`.
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

/** The groups of the slash menu, in order. */
export const SLASH_GROUPS = ['text', 'lists', 'media', 'sources', 'ai', 'more'] as const;
export type SlashGroup = (typeof SLASH_GROUPS)[number];

export interface SlashEntry {
  title: string;
  hint: string;
  group: SlashGroup;
  /** the page draws each of these in `ui/editor/slash-icons.ts` */
  icon: SlashIcon;
  keywords: readonly string[];
  /** the page has to make it from a source, a file or the assistant; others are inserted empty */
  needsHost?: true;
}

export interface Block {
  /** the node's type in documents, and its folder's name */
  name: string;
  inline: boolean;
  /** a container, whose content is edited as text; all other blocks are atoms */
  isContainer: boolean;
  /** only allowed at the top level, never inside another block */
  topLevelOnly: boolean;
  node: Node;
  /**
   * Converts any value to valid attributes, with defaults and without unknown keys. Never throws.
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
  /** Renders the block for readers of a post; `context.content()` is its content. */
  post(attrs: unknown, context: PostContext): PostNode[];
  /** its entry in the slash menu */
  slash?: SlashEntry | undefined;
  /** a complete block as JSON */
  example: JSONContent;
}

interface Definition<S extends z.ZodRawShape, A> {
  name: string;
  inline?: boolean;
  topLevelOnly?: boolean;
  /** a content expression; without one the block is an atom */
  content?: string;
  /** Fields fall back one by one: see fields.ts. */
  attributes: S;
  /** Applies rules between fields, after each is clean. */
  normalise?(attrs: A): A;
  text(attrs: A): string;
  locators?(attrs: A): BlockLocator[];
  relocate?(attrs: A, n: number, to: Relocation): Partial<A>;
  /** The content of the block's element for readers without Gloss, before its child blocks. */
  html(attrs: A): (DOMOutputSpec | string)[];
  /**
   * The block in a published post; `locators` are those with a source. Default: the content of a
   * container, nothing for an atom.
   */
  post?(attrs: A, context: PostContext, locators: readonly BlockLocator[]): PostNode | PostNode[];
  markdown: {
    /** for a container, the token's `tokens` are its content */
    tokenizer: MarkdownTokenizer;
    parse(token: MarkdownToken): { [K in keyof A]?: A[K] };
    /** `held`: the Markdown of its content */
    render(attrs: A, held: string): string;
  };
  slash?: SlashEntry;
  example: { [K in keyof A]?: A[K] };
  /** the content of the example */
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
