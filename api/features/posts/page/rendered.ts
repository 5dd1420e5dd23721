/**
 * What rendering makes of a post's document: the part of its page that takes parsers, and what is
 * known of its text.
 */
import type { JSONContent } from '@tiptap/core';
import { z } from 'zod';
import { docText } from '#core/editor/document.ts';
import { escapeHtml } from '#core/text/escape-html.ts';
import { readingMinutes } from '#core/text/reading-time.ts';

export const Heading = z.object({
  id: z.string(),
  text: z.string(),
  /** 2 to 4 */
  level: z.number(),
});
export type Heading = z.infer<typeof Heading>;

/** An image of the text as it is served: by the key that the block names. */
export interface ServedImage {
  url: string;
  width: number;
  height: number;
}

export const RenderedContent = z.object({
  /** sanitised */
  html: z.string(),
  headings: z.array(Heading),
  /** a video or a quiz is better with the page's script */
  wantsScript: z.boolean(),
  /** BCP 47 */
  language: z.string(),
  words: z.number(),
  minutes: z.number(),
});
export type RenderedContent = z.infer<typeof RenderedContent>;

/** Of a text's words; linear in its length. */
export function countWords(text: string): Pick<RenderedContent, 'words' | 'minutes'> {
  return { words: text.split(/\s+/).length, minutes: readingMinutes(text) };
}

/** Counted for so much of a text; the rest is taken to be like it. */
const COUNTED_CHARS = 100_000;

/**
 * The document's text as paragraphs, for when it could not be rendered. Linear, and no parser takes
 * part.
 */
export function plainContent(doc: JSONContent): RenderedContent {
  const text = docText(doc);
  const html = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('');
  const { words, minutes } = countWords(text.slice(0, COUNTED_CHARS));
  const times = Math.max(1, text.length / COUNTED_CHARS);
  return {
    html,
    headings: [],
    wantsScript: false,
    language: 'en',
    words: Math.round(words * times),
    minutes: Math.round(minutes * times),
  };
}
