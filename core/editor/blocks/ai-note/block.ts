import { NOTE_TYPES } from '../../../contract/ask.ts';
import { defineBlock } from '../../block.ts';
import {
  CITED,
  citedHtml,
  citationLocators,
  EXAMPLE_CITATIONS,
  relocateCited,
} from '../../cited-block.ts';
import { citedSources, citedTokenizer, readCited, writeCited } from '../../cited-markdown.ts';
import { choice, flag, sourceId, text } from '../../fields.ts';

const TYPES = NOTE_TYPES.map(({ name }) => name) as [string, ...string[]];

/**
 * Notes that the assistant made of sources, of one of the seven types; `note_content` is Markdown
 * with citation marks.
 */
export const aiNote = defineBlock({
  name: 'ai-note',
  attributes: {
    note_title: text(500),
    note_type: choice(TYPES, 'Auto Notes'),
    source_id: sourceId(),
    note_content: text(200_000),
    ...CITED,
    isReady: flag(false),
    shrink: flag(false),
  },
  text: (it) => [it.note_title, it.note_content].filter(Boolean).join('\n'),
  locators: citationLocators,
  relocate: relocateCited,
  html: (it) => citedHtml(it.note_title, it.note_content),
  markdown: {
    tokenizer: citedTokenizer('ai-note'),
    parse: (token) => {
      const { title, text: note_content, citations } = readCited(token);
      return {
        note_title: title,
        note_content,
        citations: [...citations],
        sources: citedSources(citations),
        isReady: true,
      };
    },
    render: (it) =>
      writeCited('ai-note', {
        title: it.note_title,
        text: it.note_content,
        citations: it.citations,
      }),
  },
  slash: {
    title: 'AI notes',
    hint: 'Notes that the assistant makes of the selected sources',
    keywords: ['ai', 'notes', 'study', 'guide', 'exam'],
    byHost: true,
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
