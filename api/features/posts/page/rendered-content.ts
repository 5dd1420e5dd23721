/**
 * The result of rendering a post's document: the HTML that needs parsers, and facts about its text.
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

/** A served image of the text, by the key in its block. */
export interface ServedImage {
  url: string;
  width: number;
  height: number;
}

export const RenderedContent = z.object({
  /** sanitised */
  html: z.string(),
  headings: z.array(Heading),
  /** the page's script improves a video or a quiz in it */
  wantsScript: z.boolean(),
  /** BCP 47 */
  language: z.string(),
  words: z.number(),
  minutes: z.number(),
});
export type RenderedContent = z.infer<typeof RenderedContent>;

/** Counts the words of a text in linear time. */
export function countWords(text: string): Pick<RenderedContent, 'words' | 'minutes'> {
  return { words: text.split(/\s+/).length, minutes: readingMinutes(text) };
}

/** Characters that are counted; the rest is extrapolated. */
const COUNTED_CHARS = 100_000;

/** Returns the text as paragraphs, if it could not be rendered. Linear, without parsers. */
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
