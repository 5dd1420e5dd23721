import { NOTE_TYPES } from '../../../contract/ask.ts';
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
import { choice, flag, sourceId, text } from '../../fields.ts';
import { citedSection } from '../../post-rendering.ts';

const TYPES = NOTE_TYPES.map(({ name }) => name) as [string, ...string[]];

/** AI notes of one of seven types; `note_content` is Markdown with citation marks. */
export const aiNote = defineBlock({
  name: 'ai-note',
  attributes: {
    note_title: text(500),
    note_type: choice(TYPES, 'Auto Notes'),
    source_id: sourceId(),
    note_content: text(200_000),
    ...CITED_ATTRIBUTES,
    isReady: flag(false),
    shrink: flag(false),
  },
  text: (it) => [it.note_title, it.note_content].filter(Boolean).join('\n'),
  locators: citationLocators,
  relocate: relocateCitations,
  html: (it) => citedTextHtml(it.note_title, it.note_content),
  post: ({ note_title: heading, note_content, citations }, context) =>
    citedSection({ heading, text: note_content, citations }, context),
  markdown: {
    tokenizer: citedTextTokenizer('ai-note'),
    parse: (token) => {
      const { title, text: note_content, citations } = readCitedText(token);
      return {
        note_title: title,
        note_content,
        citations: [...citations],
        sources: citedSources(citations),
        isReady: true,
      };
    },
    render: (it) =>
      writeCitedText('ai-note', {
        title: it.note_title,
        text: it.note_content,
        citations: it.citations,
      }),
  },
  slash: {
    title: 'AI notes',
    hint: 'AI notes from the selected sources',
    group: 'ai',
    icon: 'sparkles',
    keywords: ['ai', 'notes', 'study', 'guide', 'exam'],
    needsHost: true,
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000006',
    note_title: 'Study Guide: margins',
    note_type: 'Study Guide',
    source_id: '0198c0de-0000-7000-8000-0000000000a1',
    note_content: '## What to learn\n\n- A gloss is a note in the margin [1].',
    citations: EXAMPLE_CITATIONS.slice(0, 1),
    model: 5,
    sources: citedSources(EXAMPLE_CITATIONS.slice(0, 1)),
    isReady: true,
  },
});
