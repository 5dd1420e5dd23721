/**
 * Notes as Markdown that survives other programs: each top-level block ends in its id (`^id`, as in
 * Obsidian), and a comment at the end has what Markdown can't express. An unchanged block reads
 * back unchanged; an edited block keeps the attributes that the edit does not affect.
 */
import type { JSONContent } from '@tiptap/core';
import { cleanDoc } from './document.ts';
import {
  blockId,
  EMBEDDED_OPEN,
  type EmbeddedBlocks,
  textHash,
  writeEmbedded,
} from './embedded-blocks.ts';
import type { LinkRewriter } from './external-links.ts';
import { docFromMarkdown, docToMarkdown } from './markdown.ts';

const MARKER = /(?:^|\s)\^([\w-]{1,64})$/;
const COMMENT = /^<!-- gloss(?: (\w+))?\n([^]*)\n-->\s*$/;
/** for a block without an id */
const DERIVED = /^b-[0-9a-z]{7}(?:-\d+)?$/;

const equal = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function written(node: JSONContent, { toExternal }: LinkRewriter): string {
  const markdown = docToMarkdown({ type: 'doc', content: [node] })
    .replace(/^\n+/, '')
    .trimEnd();
  if (node.type !== 'codeBlock') return toExternal(markdown, node);
  // The outer fence is longer than any fence inside, which would end it.
  const longest = Math.max(
    2,
    ...[...(node.content?.[0]?.text ?? '').matchAll(/`{3,}/g)].map(([fence]) => fence.length),
  );
  return markdown.replace(/^```/, '`'.repeat(longest + 1)).replace(/```$/, '`'.repeat(longest + 1));
}
const read = (markdown: string, { toInternal }: LinkRewriter): JSONContent[] =>
  markdown.trim() === '' ? [] : (docFromMarkdown(toInternal(markdown)).content ?? []);

/**
 * The id is on the line of a paragraph or heading, and on a separate line below any other block.
 */
const withId = (
  node: JSONContent,
  markdown: string,
  parsed: readonly JSONContent[],
  id: string,
): string => {
  const isLine =
    (node.type === 'paragraph' || node.type === 'heading') &&
    parsed.length === 1 &&
    parsed[0]?.type === node.type &&
    node.content?.at(-1)?.type === 'text';
  return isLine ? `${markdown} ^${id}` : markdown === '' ? `^${id}` : `${markdown}\n\n^${id}`;
};

export function notesToMarkdown(doc: JSONContent, links: LinkRewriter): string {
  const nodes = cleanDoc(doc).content ?? [];
  const slugCounts = new Map<string, number>();
  const parts: string[] = [];
  const all = new Map<string, JSONContent>();
  const embedded = new Map<string, JSONContent>();
  for (const node of nodes) {
    const markdown = written(node, links);
    const own = blockId(node);
    const base = own ?? `b-${textHash(`${node.type}\n${markdown}`)}`;
    const times = (slugCounts.get(base) ?? 0) + 1;
    slugCounts.set(base, times);
    // An id that two blocks share identifies neither.
    const id = times === 1 ? base : `${base}-${times}`.slice(-64);
    const parsed = read(markdown, links);
    parts.push(withId(node, markdown, parsed, id));
    all.set(id, node);
    if (!equal(named(parsed, id), [node])) embedded.set(id, node);
  }
  const body = parts.join('\n\n');
  // Blocks that change each other's parsing (such as an unclosed fence) are stored complete and
  // restored unless the text was edited.
  const isExact = equal(fromParts(body, embedded, links), nodes);
  const comment = isExact
    ? embedded.size > 0
      ? writeEmbedded(embedded)
      : ''
    : writeEmbedded(all, textHash(body));
  return `${body}\n${comment}`;
}

export function notesFromMarkdown(text: string, links: LinkRewriter): JSONContent {
  const normal = text.replaceAll('\r\n', '\n');
  const at = normal.lastIndexOf(`\n${EMBEDDED_OPEN}`);
  const [comment = '', hash, lines = ''] = at < 0 ? [] : (COMMENT.exec(normal.slice(at + 1)) ?? []);
  const body = normal
    .slice(0, normal.length - comment.length)
    .replace(/^\n+/, '')
    .trimEnd();
  const embedded = new Map(lines.split('\n').flatMap(parseEmbedded));
  if (hash !== undefined && hash === textHash(body))
    return cleanDoc({ type: 'doc', content: [...embedded.values()] });
  return cleanDoc({ type: 'doc', content: fromParts(body, embedded, links) });
}

function parseEmbedded(line: string): [string, JSONContent][] {
  const [, id, json] = /^([\w-]{1,64}) (\{.*\})$/.exec(line) ?? [];
  if (id === undefined || json === undefined) return [];
  try {
    const [node] =
      cleanDoc({ type: 'doc', content: [JSON.parse(json) as JSONContent] }).content ?? [];
    return node ? [[id, node]] : [];
  } catch {
    return [];
  }
}

function fromParts(body: string, embedded: EmbeddedBlocks, links: LinkRewriter): JSONContent[] {
  const nodes: JSONContent[] = [];
  let group: JSONContent[] = [];
  for (const node of read(body, links)) {
    const found = markerOf(node);
    if (!found) {
      group.push(node);
      continue;
    }
    if (found.rest) group.push(found.rest);
    const was = embedded.get(found.id);
    nodes.push(...(was ? merged(was, group, links, found.id) : named(group, found.id)));
    group = [];
  }
  return [...nodes, ...group];
}

/** The id at the end of a block's last line, and the block without it. */
function markerOf(node: JSONContent): { id: string; rest?: JSONContent } | undefined {
  if (node.type !== 'paragraph' && node.type !== 'heading') return undefined;
  const last = node.content?.at(-1);
  const [end, id] =
    last?.type === 'text' && !last.marks?.length ? (MARKER.exec(last.text ?? '') ?? []) : [];
  if (last?.text === undefined || end === undefined || id === undefined) return undefined;
  const text = last.text.slice(0, -end.length);
  const content = [
    ...(node.content ?? []).slice(0, -1),
    ...(text === '' ? [] : [{ ...last, text }]),
  ];
  return content.length > 0 ? { id, rest: { ...node, content } } : { id };
}

/**
 * Assigns parsed blocks to the id that follows them. The last block gets the id, because the ones
 * before it are new. Nothing before an id means an empty paragraph.
 */
function named(group: readonly JSONContent[], id: string): JSONContent[] {
  const nodes =
    group.length > 0
      ? group
      : (cleanDoc({ type: 'doc', content: [{ type: 'paragraph', attrs: {} }] }).content ?? []);
  if (DERIVED.test(id)) return [...nodes];
  return nodes.map((node, at) =>
    at === nodes.length - 1 ? { ...node, attrs: { ...node.attrs, _id: id } } : node,
  );
}

/** The block `was` as it was written, with the edits since. */
function merged(
  was: JSONContent,
  group: readonly JSONContent[],
  links: LinkRewriter,
  id: string,
): JSONContent[] {
  const base = read(written(was, links), links);
  const [since, own] = [
    group.slice(0, Math.max(0, group.length - base.length)),
    group.slice(Math.max(0, group.length - base.length)),
  ];
  if (equal(base, own)) return [...since, was];
  const [before, after] = [base[0], own[0]];
  if (
    base.length !== 1 ||
    own.length !== 1 ||
    before?.type !== was.type ||
    after?.type !== was.type
  )
    return named(group, id);
  const edited = Object.entries(after?.attrs ?? {}).filter(
    ([name, value]) => !equal(value, before?.attrs?.[name]),
  );
  return [
    ...since,
    {
      ...was,
      attrs: { ...was.attrs, ...Object.fromEntries(edited) },
      ...(equal(before?.content, after?.content) ? {} : { content: after?.content ?? [] }),
    },
  ];
}
