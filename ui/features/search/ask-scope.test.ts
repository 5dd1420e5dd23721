import { expect, it } from 'vitest';
import { askScope } from './ask-scope.ts';
import { NO_FILTERS } from './search-address.ts';
import { searchTexts as texts } from './texts.ts';

const scope = (q: string, more: Partial<typeof NO_FILTERS> = {}) =>
  askScope({ ...NO_FILTERS, ...more, q });
const THREAD = '00000000-0000-4000-8000-000000000001';

it('asks the whole library the words of a search', () => {
  expect(scope('why do otters hold hands?')).toEqual({
    question: 'why do otters hold hands?',
    scope: { all: true },
    text: texts.askIn.all,
  });
});

it('asks the sources that operators and filters select', () => {
  expect(scope('tag:sea why -is:failed in:notes')).toMatchObject({
    question: 'why',
    scope: { search: 'tag:sea -is:failed' },
  });
  expect(
    scope('why', { tag: 'marine biology', channel: 'Nature', from: '2026-01-01', to: '2026-12-31' })
      .scope,
  ).toEqual({
    search: 'tag:"marine biology" site:Nature after:2026-01-01 before:2027-01-01',
  });
});

it('asks the thread that a search is filtered by', () => {
  expect(scope('why tag:sea', { threadId: THREAD })).toMatchObject({
    scope: { threads: [THREAD] },
    text: texts.askIn.thread,
  });
});
