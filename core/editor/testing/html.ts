/** Notes ⇄ HTML without a DOM: writing needs none, reading takes a parsed element. */
import type { JSONContent } from '@tiptap/core';
import { DOMParser, DOMSerializer } from '@tiptap/pm/model';
import { cleanDoc } from '../document.ts';
import { notesSchema } from '../schema.ts';

const VOID = new Set(['br', 'hr', 'img']);
const escapeText = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeAttribute = (value: string): string => escapeText(value).replaceAll('"', '&quot;');

/** The parts of a DOM node that ProseMirror's serializer uses. */
class MarkupNode {
  readonly nodeType = 1;
  private readonly tag: string;
  private readonly attributes = new Map<string, string>();
  private readonly children: MarkupNode[] = [];
  private readonly text: string;
  constructor(tag: string, text = '') {
    this.tag = tag;
    this.text = text;
  }
  appendChild(child: MarkupNode): MarkupNode {
    this.children.push(child);
    return child;
  }
  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }
  toString(): string {
    const inner = escapeText(this.text) + this.children.join('');
    if (this.tag === '') return inner;
    const attributes = [...this.attributes]
      .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
      .join('');
    return VOID.has(this.tag)
      ? `<${this.tag}${attributes}>`
      : `<${this.tag}${attributes}>${inner}</${this.tag}>`;
  }
}

const markup = {
  createDocumentFragment: () => new MarkupNode(''),
  createElement: (tag: string) => new MarkupNode(tag),
  createElementNS: (_: string, tag: string) => new MarkupNode(tag),
  createTextNode: (text: string) => new MarkupNode('', text),
};

/** Safe to display: attributes and links are cleaned first, and text is escaped. */
export function docToHtml(doc: JSONContent): string {
  const schema = notesSchema();
  const { content } = schema.nodeFromJSON(cleanDoc(doc));
  return String(
    DOMSerializer.fromSchema(schema).serializeFragment(content, {
      document: markup as unknown as Document,
    }),
  );
}

/** `element` contains the parsed HTML; it is only read, never inserted into a page. */
export function docFromHtml(element: Node): JSONContent {
  return cleanDoc(DOMParser.fromSchema(notesSchema()).parse(element).toJSON());
}
