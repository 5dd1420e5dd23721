/**
 * Builds a post: a document that fits the schema of notes, in which citation marks become chips.
 */
import type { JSONContent } from '@tiptap/core';
import { GeneratedBlog, type Citation } from '#core/contract/ask.ts';
import { positionOf } from '#core/contract/locator.ts';
import { clip } from '#core/editor/blocks/clip/block.ts';
import { cleanDoc, docText, schemaViolation } from '#core/editor/document.ts';
import { createCiter, type CiteEvent } from './cite.ts';
import { clipOf } from './clip-of-passage.ts';
import { findQuote } from './quotes.ts';
import type { Passage } from './retrieve.ts';

/** A post whose content doesn't fit the schema is rejected. */
export const BlogDraft = GeneratedBlog.extend({
  content: GeneratedBlog.shape.content.superRefine((content, context) => {
    const misfit = schemaViolation(content);
    if (misfit !== undefined)
      context.addIssue({
        code: 'custom',
        message: `This does not fit the schema of the editor: ${misfit}`,
      });
  }),
});

/**
 * Replaces each `[n]` whose passage supports its sentence with a chip; removes other marks, and
 * quotes and clips that are in no passage.
 */
export function withCitationChips(content: JSONContent, passages: readonly Passage[]): JSONContent {
  const citer = createCiter(passages);
  const citations = new Map<number, Citation>();

  function chips(node: JSONContent): JSONContent[] {
    // Brackets of code are no marks.
    if (node.type === 'codeBlock' || node.marks?.some((mark) => mark.type === 'code'))
      return [node];
    if (node.type === 'clip') return clipOfPost(node, passages);
    if (node.type !== 'text' || node.text === undefined) {
      const isInvented = node.type === 'blockquote' && !isQuoted(node, passages);
      const made = (node.content ?? []).flatMap(chips);
      // A sentence ends with its block; the next block makes another claim.
      if (node.type === 'paragraph' || node.type === 'heading') citer.push('\n');
      // Text that no source contains stays, without an attribution.
      return isInvented ? made : [{ ...node, ...(node.content ? { content: made } : {}) }];
    }
    const marked = [...citer.push(node.text), ...citer.flush()]
      .map((event) => citedText(event, citations))
      .join('');
    return marked.split(/(\[\d+\])/).flatMap((part): JSONContent[] => {
      const cited = citations.get(Number(/^\[(\d+)\]$/.exec(part)?.[1]));
      // Chips in notes can't show how far a citation is supported.
      if (cited) return cited.support === 'partly' ? [] : [placeOfCitation(cited)];
      return part === '' ? [] : [{ ...node, text: part }];
    });
  }
  return cleanDoc({ type: 'doc', content: (content.content ?? []).flatMap(chips).map(asQuote) });
}

/** — Who said it. */
const ATTRIBUTION = /(?:^|\s)[—–]\s?[^—–]{1,80}$/;
/** Tells whether each paragraph is verbatim in a passage. */
const isQuoted = (quote: JSONContent, passages: readonly Passage[]): boolean =>
  (quote.content ?? [])
    .map((paragraph) =>
      docText({ type: 'doc', content: [paragraph] })
        .replace(/\[\d[^\][]*\]/g, '')
        .trim()
        .replace(ATTRIBUTION, ''),
    )
    .every(
      (words) => words === '' || passages.some(({ text }) => findQuote(text, words) !== undefined),
    );

/** Written `[n]` or `[n, m]`. */
const MARKS = / ?\[\d[\d, ]*\]/g;

/**
 * Finds a clip's text in a passage, and with it the position; drops a clip that is in no passage.
 */
function clipOfPost({ attrs }: JSONContent, passages: readonly Passage[]): JSONContent[] {
  const { clip_text, clip_heading, keypoints } = clip.read(attrs);
  const marked = Number(/\[(\d+)/.exec(clip_text)?.[1]);
  const words = clip_text.replace(MARKS, '').trim();
  const first = passages.filter(({ n }) => n === marked);
  for (const passage of words === '' ? [] : [...first, ...passages]) {
    const found = findQuote(passage.text, words);
    if (found)
      return [
        clipOf(passage, found.start, found.end, {
          words,
          heading: clip_heading.replace(MARKS, ''),
          keypoints: keypoints.map((it) => it.replace(MARKS, '')),
        }),
      ];
  }
  return [];
}

/** Turns a quote from a video into a block that plays it; other quotes are unchanged. */
function asQuote(node: JSONContent): JSONContent {
  if (node.type !== 'blockquote') return node;
  const inner = (node.content ?? []).flatMap((it): JSONContent[] => [
    ...(it.content ?? []),
    { type: 'text', text: '\n' },
  ]);
  const at = inner.find((it) => it.type === 'place')?.attrs;
  if (at?.['medium'] !== 'timed') return node;
  const innerText = inner
    .map((it) => it.text ?? '')
    .join('')
    .trim();
  const speaker = ATTRIBUTION.exec(innerText)?.[0] ?? '';
  const context = innerText
    .slice(0, innerText.length - speaker.length)
    .replace(/(?<![^\S\n])[^\S\n]+(?=\n|$)/g, '')
    .trim();
  return {
    type: 'quote',
    attrs: {
      compAttrs: {
        context,
        speaker: speaker.replace(/^\s*[—–]\s?/, ''),
        timestamp: at['place'] as unknown,
        source_id: at['source_id'] as unknown,
      },
    },
  };
}

function citedText(event: CiteEvent, citations: Map<number, Citation>): string {
  if (event.event === 'message') return event.data;
  if (event.event === 'citations') for (const it of event.data) citations.set(it.mark, it);
  return '';
}

const placeOfCitation = ({ source_id, locator }: Citation): JSONContent => ({
  type: 'place',
  attrs: {
    source_id,
    medium: locator.medium,
    place: locator.medium === 'timed' ? locator.startS : positionOf(locator),
    quote: locator.quote,
  },
});
