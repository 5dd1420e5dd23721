import { expect, it } from 'vitest';
import type { BlockSource } from '../editor-host.ts';
import { sourcesState } from './sources-state.ts';

const source = (kind: BlockSource['kind']): BlockSource => ({
  title: 'T',
  medium: 'timed',
  byline: '',
  duration: 60,
  kind,
  tooltip: '',
  hasTranscript: true,
});

it('is loaded when all sources are ready, and otherwise says what is wrong', () => {
  expect(sourcesState([source('ready'), source('ready')]).state).toBe('loaded');
  expect(sourcesState([source('ready'), source('processing')]).state).toBe('loading');
  expect(sourcesState([source('processing'), source('issue')])).toMatchObject({
    state: 'error',
    problem: { kind: 'issue' },
  });
  expect(sourcesState([source('issue'), undefined]).state).toBe('missing');
  expect(sourcesState([])).toEqual({ state: 'missing', isSomeGone: false });
  expect(sourcesState([undefined, undefined])).toEqual({ state: 'missing', isSomeGone: true });
});
