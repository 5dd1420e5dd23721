import { defineBlock } from '../../block.ts';
import {
  CITED_ATTRIBUTES,
  citedTextHtml,
  citationLocators,
  EXAMPLE_CITATIONS,
  relocateCitations,
} from '../../cited-block.ts';
import {
  citedSources,
  citedTextTokenizer,
  readCitedText,
  writeCitedText,
} from '../../cited-text.ts';
import { flag, text } from '../../fields.ts';
import { citedSection } from '../../post-rendering.ts';

/** A summary of sources: Markdown with citation marks, under a heading. */
export const summary = defineBlock({
  name: 'summary',
  attributes: {
    summary: text(200_000),
    clip_heading: text(500),
    ...CITED_ATTRIBUTES,
    isReady: flag(false),
    shrink: flag(false),
  },
  text: (it) => [it.clip_heading, it.summary].filter(Boolean).join('\n'),
  locators: citationLocators,
  relocate: relocateCitations,
  html: (it) => citedTextHtml(it.clip_heading, it.summary),
  post: ({ clip_heading: heading, summary: written, citations }, context) =>
    citedSection({ heading, text: written, citations }, context),
  markdown: {
    tokenizer: citedTextTokenizer('summary'),
    parse: (token) => {
      const { title, text: written, citations } = readCitedText(token);
      return {
        clip_heading: title,
        summary: written,
        citations: [...citations],
        sources: citedSources(citations),
        isReady: true,
      };
    },
    render: (it) =>
      writeCitedText('summary', {
        title: it.clip_heading,
        text: it.summary,
        citations: it.citations,
      }),
  },
  slash: {
    title: 'Summary',
    hint: 'AI summary of your videos',
    group: 'ai',
    icon: 'wand',
    keywords: ['ai', 'summary', 'summarize', 'short'],
    needsHost: true,
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000007',
    clip_heading: 'Summary',
    summary: 'A gloss explains a hard word [1] & stays beside the text [2].',
    citations: EXAMPLE_CITATIONS,
    model: 3,
    sources: citedSources(EXAMPLE_CITATIONS),
    isReady: true,
  },
});
