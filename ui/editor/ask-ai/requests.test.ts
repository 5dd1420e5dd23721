import { describe, expect, it } from 'vitest';
import { aiChat } from '#core/editor/blocks/ai-chat/block.ts';
import { blockOf } from '#core/editor/blocks/registry.ts';
import type { BlockLocator } from '#core/editor/block-locator.ts';
import { chatBlock, noteBlock, summaryBlock } from './new-blocks.ts';
import { clipPromptAbout, followUp, promptAbout, questionAbout } from './requests.ts';

const [VIDEO, PAPER] = [
  '0198c0de-0000-7000-8000-0000000000a1',
  '0198c0de-0000-7000-8000-0000000000a2',
];
const video: BlockLocator = {
  sourceId: VIDEO,
  locator: { medium: 'timed', startS: 83, endS: 105, quote: 'A gloss is a note.' },
};
const paper: BlockLocator = {
  sourceId: PAPER,
  locator: { medium: 'paged', page: 4, quote: 'Margins.' },
};
const SUMMARISE = { id: 3, title: 'Summarise', question: 'Summarise the sources.' };

describe('requests from the notes', () => {
  it("ask about a clip with its own request, the clip's source first", () => {
    expect(
      questionAbout('Why?', { words: 'A gloss is a note.', place: video }, [PAPER, VIDEO]).request,
    ).toEqual({
      path: 'ai/v2/chat/clip',
      body: {
        model: 3,
        source_id: VIDEO,
        sources: [VIDEO, PAPER],
        content: 'A gloss is a note.',
        start: 83,
        end: 105,
        user_query: 'Why?',
      },
    });
    expect(questionAbout('Why?', { words: 'Margins.', place: paper }, []).request).toMatchObject({
      path: 'ai/v2/chat/pdf-clip',
      body: { page: 4, sources: [PAPER] },
    });
  });

  it('send text of the notes with the selected sources', () => {
    const { question, request } = questionAbout('Is it so?', { words: 'Margins explain.' }, [
      PAPER,
    ]);
    expect(question).toBe('Is it so?');
    expect(request).toMatchObject({
      path: 'ai/v2/chat/thread',
      body: { sources: [PAPER], feature_type: 1 },
    });
    expect(request.body.user_query).toContain('Margins explain.');
  });

  it('name a prompt by its subject', () => {
    const about = {
      words:
        'A gloss is a note in the margin that explains a hard word to whoever reads the book after.',
      place: video,
    };
    const { question, request } = promptAbout(SUMMARISE, about, []);
    expect(question).toBe(
      'Summarise: “A gloss is a note in the margin that explains a hard word to whoever reads the…”',
    );
    expect(request).toMatchObject({
      path: 'ai/v2/predefined/prompts/3',
      body: { question, content: about.words, source_id: VIDEO },
    });
    expect(clipPromptAbout(SUMMARISE, { words: 'x', place: paper }, []).request.path).toBe(
      'ai/v2/predefined/pdf-child/3',
    );
    expect(clipPromptAbout(SUMMARISE, about, []).request.path).toBe('ai/v2/predefined/child/3');
  });

  it('continue the conversation of the first block', () => {
    const { request } = followUp(
      {
        path: 'ai/v2/predefined/prompts/15',
        question: 'Go deeper',
        body: { user_query: 'Why?', content: 'Because.' },
      },
      { root: 'root-1', sources: [VIDEO] },
    );
    expect(request).toEqual({
      path: 'ai/v2/predefined/prompts/15',
      body: {
        model: 3,
        sources: [VIDEO],
        thread_node_id: 'root-1',
        question: 'Go deeper',
        user_query: 'Why?',
        content: 'Because.',
      },
    });
  });

  it('are stored unchanged in blocks', () => {
    const blocks = [
      chatBlock(questionAbout('Why?', { words: 'w', place: video }, []), { me: 'me' }, 'clip-1'),
      noteBlock('Deep Dive', { selected: [VIDEO, PAPER], model: 5 }, { me: 'me' }),
      summaryBlock([VIDEO], { me: 'me' }),
    ];
    for (const { type, attrs } of blocks)
      expect(blockOf(type)?.clean(attrs)).toMatchObject(attrs ?? {});
    expect(blocks.map(({ attrs }) => aiChat.read(attrs).request?.path)).toEqual([
      'ai/v2/chat/clip',
      'ai/v2/notes/6',
      'summarize-video/7',
    ]);
  });
});
