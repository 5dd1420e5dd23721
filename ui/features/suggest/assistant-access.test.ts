import { expect, test } from 'vitest';
import { Me } from '#core/contract/account.ts';
import { planNotice, assistantAccess } from './assistant-access.ts';

const me = (left: number | null, verified = true): Me =>
  Me.parse({
    user: {
      _id: '01935b6e-0000-7000-8000-000000000001',
      email: 'a@b.c',
      name: 'A',
      is_verified_user: verified,
      plan: 'FREE',
    },
    limits: { question_n_answers: left },
    features: { notes_generation: true },
    capabilities: { models: [], offline: true, embeddings: false, transcription: false },
  });

test('can be asked with a source selected and questions left', () => {
  expect(assistantAccess(me(null), 1, false)).toBe('open');
  expect(assistantAccess(me(1), 1, true)).toBe('busy');
  expect(assistantAccess(me(1), 0, false)).toBe('nothing');
  expect(assistantAccess(me(0), 1, false)).toBe('spent');
  expect(assistantAccess(me(-1), 0, false)).toBe('spent');
  expect(assistantAccess(me(20, false), 1, false)).toBe('locked');
  expect(assistantAccess(null, 1, false)).toBe('locked');
  // not known yet
  expect(assistantAccess(undefined, 1, false)).toBe('open');
});

test('shows the questions left from five on, and nothing if they are unlimited', () => {
  expect([null, 6, 5, 1, 0].map((left) => planNotice(me(left)))).toEqual([
    undefined,
    'Upgrade',
    '5 free queries left today',
    '1 free query left today',
    undefined,
  ]);
});
