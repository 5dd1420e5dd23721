import { describe, expect, test } from 'vitest';
import { NOTE_TYPES, NotesBody, PredefinedBody } from '#core/contract/ask.ts';
import type { Guides } from '#core/contract/guides.ts';
import { callOf, followUpCall, guideCall, noteCall, suggestedCall } from './ai-calls.ts';

const THREAD = '01935b6e-0000-7000-8000-000000000001';
const summarise = { id: 3, title: 'Summarise', question: 'Summarise the sources.' };
const quiz = { id: 3, title: 'Quiz me', question: 'Make a quiz.' };
const deeper = { id: 15, title: 'Go deeper', question: 'Go deeper.' };
const guides: Guides = {
  bottom: [summarise],
  followUps: [deeper],
  smartGuide: [],
  child: [],
  pdfChild: [],
  student: [quiz],
  creator: [],
  researcher: [],
};

describe('a request to the assistant', () => {
  test('uses the id of a prompt by its position in the list', () => {
    expect(guideCall('bottom', summarise)).toMatchObject({
      path: 'ai/v2/predefined/prompts/3',
      question: 'Summarise the sources.',
    });
    expect(guideCall('student', quiz)).toMatchObject({
      path: 'ai/v2/student/3',
      question: 'Make a quiz.',
    });
  });

  test('uses the prompt model for predefined prompts', () => {
    expect(guideCall('bottom', summarise).model).toBe(3);
    expect(followUpCall(deeper, { question: 'Why?', text: 'So.' }).model).toBe(3);
    expect(suggestedCall('How do otters sleep?').model).toBe(3);
    expect(callOf('How do otters sleep?', guides).model).toBeUndefined();
  });

  test('for AI notes has their type as its title and key in its path', () => {
    const calls = NOTE_TYPES.map(noteCall);
    expect(calls.map((it) => [it.question, it.path.split('/').at(-1)])).toEqual([
      ['Auto Notes', '18'],
      ['Study Guide', '19'],
      ['Exam Prep Notes', '20'],
      ['Q&A Sheet', '21'],
      ['Chapter Breakdown', '2'],
      ['Deep Dive', '6'],
      ['Term Tracker', '22'],
    ]);
    for (const { body } of calls)
      expect(NotesBody.safeParse({ thread_id: THREAD, ...body }).success).toBe(true);
  });

  test('after an answer includes as much of it as allowed', () => {
    const { path, body } = followUpCall(deeper, {
      question: 'How do otters sleep?',
      text: 'They hold hands. '.repeat(5000),
    });
    expect(path).toBe('ai/v2/predefined/prompts/15');
    expect(PredefinedBody.parse({ thread_id: THREAD, ...body })).toMatchObject({
      user_query: 'How do otters sleep?',
      content: expect.stringContaining('They hold hands.'),
    });
  });

  test('is restored from the question alone', () => {
    expect(callOf('Make a quiz.', guides).path).toBe('ai/v2/student/3');
    expect(callOf('Deep Dive', undefined)).toMatchObject({ path: 'ai/v2/notes/6', forNotes: true });
    expect(callOf('How do otters sleep?', guides)).toEqual({
      path: 'ai/v2/chat/thread',
      question: 'How do otters sleep?',
      body: { user_query: 'How do otters sleep?', feature_type: 1 },
    });
    expect(callOf('Go deeper.', guides).path).toBe('ai/v2/chat/thread');
  });
});
