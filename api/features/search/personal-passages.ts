/** What a person wrote, clipped and asked, as passages of an index. Pure. */
import type { JSONContent } from '@tiptap/core';
import { z } from 'zod';
import type { Answer } from '#core/contract/ask.ts';
import { SourceId } from '#core/contract/id.ts';
import type { Locator } from '#core/contract/locator.ts';
import { place } from '#core/editor/blocks/place/block.ts';
import { docLocators, docText, docToThreadNodes } from '#core/editor/document.ts';
import { spanLabel } from '#core/editor/locator-link.ts';
import type { PostRow } from '../posts/index.ts';

/** Kinds of content in the personal index; `source` is data that was added to a source. */
export type PersonalContent = 'note' | 'answer' | 'post' | 'source';
export interface PersonalPassage {
  id: string;
  heading: string;
  text: string;
  locator: Locator;
}

/**
 * The id of a passage: the block of the notes, the answer or the post (with the part), the cited
 * sources, and its time.
 */
const PersonalKey = z.object({
  kind: z.enum(['clip', 'note', 'answer', 'post']),
  id: z.string(),
  part: z.int().optional(),
  sources: z.array(SourceId),
  /** ISO 8601 */
  time: z.string().nullable(),
});
export type PersonalKey = z.infer<typeof PersonalKey>;
export const readKey = (id: string): PersonalKey => PersonalKey.parse(JSON.parse(id));
const writeKey = (key: PersonalKey): string => JSON.stringify(key);

const timeOf = (time: unknown): string | null => (typeof time === 'string' ? time : null);
const CLIPS = new Set(['clip', 'pdf-clip', 'web-clip']);
const MAX_SOURCES = 100;
const nowhere = (paragraph: number): Locator => ({
  medium: 'flow',
  paragraph,
  quote: '',
  prefix: '',
  suffix: '',
});
const known = (ids: readonly string[]): SourceId[] =>
  [...new Set(ids)].slice(0, MAX_SOURCES).flatMap((id) => SourceId.safeParse(id).data ?? []);

/** Without citation marks such as `[1]` and the punctuation of Markdown. */
export const plainAnswer = (markdown: string): string =>
  markdown
    .replace(/ ?\[\d+\]/g, '')
    .replace(/^ *(?:#{1,6}|[-*+]|>) +/gm, '')
    .replace(/\*\*|__|`/g, '')
    .trim();

/**
 * A chip that only shows its position, such as `00:37`, is not text of its line; a chip that a
 * person named is.
 */
function worded(node: JSONContent): JSONContent {
  const isBare = (it: JSONContent) => {
    const { medium, place: at, label } = place.read(it.attrs);
    return label === spanLabel(medium, at);
  };
  return {
    ...node,
    ...(node.content && {
      content: node.content.filter((it) => it.type !== place.name || !isBare(it)).map(worded),
    }),
  };
}

/** One passage per block of the notes, with the headings above it. */
export function notePassages(doc: JSONContent): PersonalPassage[] {
  const headings: { level: number; text: string }[] = [];
  return docToThreadNodes(doc).flatMap((node, at): PersonalPassage[] => {
    const block: JSONContent = {
      type: node.type,
      attrs: { ...node.attributes, _id: node._id },
      ...(Array.isArray(node.content) ? { content: node.content as JSONContent[] } : {}),
    };
    const words = docText({ type: 'doc', content: [worded(block)] }).replace(/(?<! ) +$/gm, '');
    const text = node.type === 'ai-chat' ? plainAnswer(words) : words;
    if (text.trim() === '') return [];
    const level = node.type === 'heading' ? Number(node.attributes['level'] ?? 1) : 7;
    while (headings.length > 0 && (headings.at(-1)?.level ?? 0) >= level) headings.pop();
    const heading = headings.map((it) => it.text).join(' › ');
    if (level < 7) headings.push({ level, text });
    const places = docLocators(block);
    const isClip = CLIPS.has(node.type);
    return [
      {
        id: writeKey({
          kind: isClip ? 'clip' : 'note',
          id: node._id,
          sources: known(places.map((it) => it.sourceId)),
          time: timeOf(node.attributes['createdAt']),
        }),
        heading,
        text,
        locator: (isClip ? places[0]?.locator : undefined) ?? nowhere(at + 1),
      },
    ];
  });
}

/** Question and answer in one passage, so that words of both are found together. */
export function answerPassages({
  _id,
  question,
  answer,
  citations,
  createdAt,
}: Answer): PersonalPassage[] {
  return [
    {
      id: writeKey({
        kind: 'answer',
        id: _id,
        sources: known(citations.map((it) => it.source_id)),
        time: timeOf(createdAt),
      }),
      heading: '',
      text: [question.trim(), plainAnswer(answer)].filter(Boolean).join('\n'),
      locator: nowhere(1),
    },
  ];
}

const PART_CHARS = 1200;

/** A post in parts, each below its heading; the first begins with the summary. */
export function postPassages({
  id,
  title,
  description,
  metadata,
  content,
  sources,
  publishedAt,
  createdAt,
}: PostRow): PersonalPassage[] {
  const parts: { heading: string; text: string }[] = [
    { heading: title, text: [title, metadata.gist || description].filter(Boolean).join('\n') },
  ];
  for (const node of content.content ?? []) {
    const text = docText({ type: 'doc', content: [node] });
    const last = parts.at(-1);
    if (text.trim() === '') continue;
    if (last && node.type !== 'heading' && last.text.length + text.length <= PART_CHARS)
      last.text += `\n${text}`;
    else parts.push({ heading: node.type === 'heading' ? text : (last?.heading ?? title), text });
  }
  const time = (publishedAt ?? createdAt).toISOString();
  return parts.map(({ heading, text }, part) => ({
    id: writeKey({ kind: 'post', id, part, sources: known(sources), time }),
    heading,
    text,
    locator: nowhere(part + 1),
  }));
}
