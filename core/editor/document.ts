/**
 * Cleans and reads a note's document as plain JSON. Documents come from clients, so all of them
 * pass `cleanDoc`.
 */
import type { JSONContent } from '@tiptap/core';
import type { z } from 'zod';
import { isRecord } from '#core/is-record.ts';
import { ThreadNode } from '../contract/thread.ts';
import type { Attributes } from './block.ts';
import type { BlockLocator } from './block-locator.ts';
import { place } from './blocks/place/block.ts';
import { blockOf } from './blocks/registry.ts';
import { boundOf, MAX_DEPTH } from './bounds.ts';
import { toHighlightColor } from './highlight-mark.ts';
import { isSafeLink, notesSchema } from './schema.ts';
import { cleanShared } from './text-blocks.ts';

/** Maximum depth at which uncleaned documents are read. */
const MAX_READ_DEPTH = 128;

export const emptyDoc = (): JSONContent => ({ type: 'doc', content: [{ type: 'paragraph' }] });

/**
 * Cleans attributes and links, and drops what the schema does not know or allow. Never throws; the
 * result fits the schema.
 */
export function cleanDoc(doc: JSONContent): JSONContent {
  const content = cleanBlocks(doc.content);
  return content.length > 0 ? { type: 'doc', content } : emptyDoc();
}

/** The same for top-level blocks; empty if none is known. */
export const cleanBlocks = (nodes: unknown): JSONContent[] =>
  cleanNodes(nodes, 0).flatMap(outermost);

/**
 * Returns a node as it is allowed at the top level. A node that is only allowed inside others, such
 * as a table row, is replaced by its content.
 */
function outermost(node: JSONContent): JSONContent[] {
  const schema = notesSchema();
  try {
    const parsed = schema.nodeFromJSON(node);
    parsed.check();
    if (!parsed.isBlock) return [{ type: 'paragraph', content: [parsed.toJSON()] }];
    const fits = schema.nodes['doc']?.contentMatch.matchType(parsed.type);
    return fits ? [parsed.toJSON()] : (node.content ?? []).flatMap(outermost);
  } catch {
    return [];
  }
}

/** Describes what doesn't fit the schema; empty if everything fits. */
export function schemaViolation(doc: unknown): string | undefined {
  try {
    const node = notesSchema().nodeFromJSON(doc);
    node.check();
    return node.type.name !== 'doc' ? `It is a ${node.type.name} and no doc.` : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function cleanNodes(nodes: unknown, depth: number): JSONContent[] {
  if (!Array.isArray(nodes) || depth > MAX_DEPTH) return [];
  return nodes.flatMap((node: unknown) => cleanNode(node, depth));
}

function cleanNode(node: unknown, depth: number): JSONContent[] {
  if (!isRecord(node) || typeof node['type'] !== 'string') return [];
  const { type, text } = node;
  const attrs = isRecord(node['attrs']) ? node['attrs'] : {};
  const block = blockOf(type);
  if (block && !block.isContainer) return [{ type, attrs: { ...block.clean(attrs) } }];
  if (type === 'text')
    return typeof text === 'string' && text !== ''
      ? [{ type, text, ...cleanMarks(node['marks']) }]
      : [];
  const known = notesSchema().nodes[type];
  const content = cleanNodes(node['content'], depth + 1);
  // Keeps the readable text of a block from a later version, or of one that is not allowed inside
  // another.
  if (!known || type === 'doc' || (block?.topLevelOnly && depth > 0)) return content;
  if (block) return [holding(type, block.clean(attrs), content)];
  return [
    {
      type,
      attrs: cleanAttributes(type, attrs),
      ...(content.length > 0 ? { content } : {}),
      ...cleanMarks(node['marks']),
    },
  ];
}

/** Drops content that is not allowed in its container and keeps the rest. */
function holding(type: string, attrs: Attributes, content: readonly JSONContent[]): JSONContent {
  const schema = notesSchema();
  const fitting = content.filter((child) =>
    schema.nodes[type]?.contentMatch.matchType(schema.nodeFromJSON(child).type),
  );
  const filled = schema.nodes[type]?.createAndFill(
    attrs,
    fitting.map((child) => schema.nodeFromJSON(child)),
  );
  return filled?.toJSON() ?? { type: 'paragraph' };
}

/** Tiptap's other nodes fall back to their defaults. */
const CLEANED = new Set(['checked', 'colspan', 'rowspan', 'level', 'start']);

function cleanAttributes(type: string, attrs: Record<string, unknown>): Record<string, unknown> {
  const shared: Record<string, unknown> = cleanShared(attrs);
  const known = notesSchema().nodes[type]?.spec.attrs ?? {};
  return Object.fromEntries(
    Object.entries(known).map(([name, { default: fallback }]) => {
      if (name in shared) return [name, shared[name]];
      const value = attrs[name];
      const bound = CLEANED.has(name) ? boundOf(type, name) : undefined;
      if (bound) return [name, bound.accepts(value) ? value : bound.fallback];
      return [
        name,
        name === 'language' && typeof value === 'string' && /^[\w+#.-]{1,40}$/.test(value)
          ? value
          : fallback,
      ];
    }),
  );
}

function cleanMarks(marks: unknown): Pick<JSONContent, 'marks'> {
  if (!Array.isArray(marks)) return {};
  const knownMarks = marks.flatMap((mark: unknown): NonNullable<JSONContent['marks']> => {
    if (!isRecord(mark) || typeof mark['type'] !== 'string' || !notesSchema().marks[mark['type']])
      return [];
    const given = isRecord(mark['attrs']) ? mark['attrs'] : {};
    if (mark['type'] === 'highlight')
      return [{ type: 'highlight', attrs: { color: toHighlightColor(given['color']) } }];
    if (mark['type'] !== 'link') return [{ type: mark['type'] }];
    const { href } = given;
    return isSafeLink(href) ? [{ type: 'link', attrs: { href } }] : [];
  });
  return knownMarks.length > 0 ? { marks: knownMarks } : {};
}

/** The text, one line per block. */
export function docText(doc: JSONContent): string {
  const lineOf = (node: JSONContent, depth: number): string => {
    if (depth > MAX_READ_DEPTH) return '';
    const block = blockOf(node.type);
    if (block && !block.isContainer) return block.text(node.attrs);
    if (node.type === 'hardBreak') return '\n';
    const parts = (node.content ?? []).map((child) => lineOf(child, depth + 1));
    const inline = node.content?.every(
      (child) => child.type === 'text' || child.type === 'hardBreak' || blockOf(child.type)?.inline,
    );
    const textContent = node.text ?? parts.join(inline ? '' : '\n');
    return [block?.text(node.attrs), textContent].filter(Boolean).join('\n');
  };
  return (doc.content ?? [])
    .map((node) => lineOf(node, 1))
    .filter((line) => line.trim() !== '')
    .join('\n');
}

/** Every locator of the notes, in document order. */
export function docLocators(doc: JSONContent): BlockLocator[] {
  const found: BlockLocator[] = [];
  const walk = (node: JSONContent, depth: number): void => {
    if (depth > MAX_READ_DEPTH) return;
    found.push(...(blockOf(node.type)?.locators(node.attrs) ?? []));
    for (const child of node.content ?? []) walk(child, depth + 1);
  };
  walk(doc, 0);
  return found;
}

/**
 * The document as mirrored in a thread: one node per top-level block. Timestamp and page chips also
 * carry `time`, `sec` and `page`, and so does a paragraph that starts with a timestamp.
 */
export function docToThreadNodes(doc: JSONContent): z.infer<typeof ThreadNode>[] {
  return (cleanDoc(doc).content ?? []).map((node, order) => {
    const { _id, ...attributes } = node.attrs ?? {};
    const id: unknown = _id;
    const content = node.content?.map(withTimes) ?? (node.type === 'clip' ? [] : undefined);
    return ThreadNode.parse({
      order_no: order,
      type: node.type ?? 'paragraph',
      _id: typeof id === 'string' ? id : `node-${order}`,
      attributes: { ...attributes, ...paragraphTime(node) },
      ...(content ? { content } : {}),
    });
  });
}

function withTimes(node: JSONContent): JSONContent {
  const attrs = {
    ...node.attrs,
    ...(node.type === place.name ? chipTimes(node) : paragraphTime(node)),
  };
  return {
    ...node,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(node.content && { content: node.content.map(withTimes) }),
  };
}

/** `sec` and `page` are null if the other one is the position. */
function chipTimes({ attrs }: JSONContent): {
  time: string;
  sec: number | null;
  page: number | null;
} {
  const { label, medium, place: position } = place.read(attrs);
  return {
    time: label,
    sec: medium === 'timed' ? position : null,
    page: medium === 'paged' ? position : null,
  };
}

/** for a paragraph that starts with a timestamp */
function paragraphTime({ type, content }: JSONContent): { time?: string; sec?: number } {
  const [first] = content ?? [];
  if (type !== 'paragraph' || first?.type !== place.name) return {};
  const { time, sec } = chipTimes(first);
  return sec === null ? {} : { time, sec };
}
