import { expect, test } from 'vitest';
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import { Citation } from '#core/contract/ask.ts';
import { blockOf } from '#core/editor/blocks/registry.ts';
import { answerBlock } from './notes-block.ts';
import { ask, reduce } from './reduce.ts';

const SOURCE = '01935b6e-0000-7000-8000-000000000001';
const citation = Citation.parse({
  mark: 1,
  source_id: SOURCE,
  title: 'A paper',
  locator: { medium: 'paged', page: 4, quote: 'a quote' },
});

test('keeps the text and citations of an answer in the notes', () => {
  const events: AnswerEvent[] = [
    { event: 'message', data: 'So it is [1].' },
    { event: 'citations', data: [citation] },
    { event: 'done', data: { timeTaken: 9, model: 'offline' } },
  ];
  const view = events.reduce(reduce, ask('Is it?', [SOURCE]));
  const { type, attrs } = answerBlock(view, new Date('2026-01-02T03:04:05Z'), 'me');
  const kept = blockOf(type)?.clean(attrs);
  expect(kept).toMatchObject({
    question: 'Is it?',
    answer: 'So it is [1].',
    citations: [citation],
    model: 'offline',
    isAnswerGenerated: true,
    createdBy: 'me',
    feedback: 'unset',
  });
});
