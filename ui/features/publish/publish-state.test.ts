import { describe, expect, test } from 'vitest';
import type { Fields } from './fields.ts';
import { problemsAfter, publishState, shownProblems } from './publish-state.ts';

const base: Fields = {
  status: 1,
  title: 'Ice',
  gist: '',
  firstTag: '',
  moreTags: [],
  aiTags: [],
  mode: 'light',
  primary: '#112233',
  secondary: '#112233',
  tertiary: '#112233',
  indexable: true,
  level: 'Beginner',
  metaTitle: '',
  metaDescription: '',
  at: '',
};

describe('shownProblems', () => {
  const found = { title: 'Enter a title', primary: 'Not a colour' };
  const look = (more: object) =>
    shownProblems({ found, fromServer: {}, fields: base, base, isSubmitted: false, ...more });
  test('shows nothing for untouched fields', () => expect(look({})).toEqual({}));
  test('shows the problem of a changed field', () =>
    expect(look({ fields: { ...base, title: '' } })).toEqual({ title: 'Enter a title' }));
  test('shows all problems after the form was submitted', () =>
    expect(look({ isSubmitted: true })).toEqual(found));
  test('compares lists by value', () =>
    expect(look({ found: { aiTags: 'Too many' }, fields: { ...base, aiTags: [] } })).toEqual({}));
  test("prefers the server's message, also for untouched fields", () =>
    expect(look({ fromServer: { title: 'Taken', cover: 'Too small' }, isSubmitted: true })).toEqual(
      { title: 'Taken', primary: 'Not a colour', cover: 'Too small' },
    ));
});

test('problemsAfter drops the problems of changed fields', () => {
  const problems = { title: 'Taken', gist: 'Too long', cover: 'Too small' };
  expect(problemsAfter(problems, { title: 'Other', at: '' })).toEqual({
    gist: 'Too long',
    cover: 'Too small',
  });
  expect(problemsAfter(problems, {})).toEqual(problems);
});

test.each([
  ['wrong', { hasProblems: true, isSending: true, isUnsent: true }],
  ['saving', { isSending: true, isUnsent: true }],
  ['unsaved', { isUnsent: true, isDraft: true }],
  ['saved', { isDraft: true }],
  ['saved', { isUnchanged: true }],
  ['kept', {}],
])('publishState is %s for %j', (state, form) =>
  expect(
    publishState({
      hasProblems: false,
      isSending: false,
      isUnsent: false,
      isDraft: false,
      isUnchanged: false,
      ...form,
    }),
  ).toBe(state),
);
