import { stripVTControlCharacters } from 'node:util';
import { createElement } from 'react';
import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import { Source } from '#core/contract/source.ts';
import { sourceLine } from './source-line.ts';
import { SourceList, type SourceListProps } from './source-list.ts';

const source = (n: number, more: object = {}): Source =>
  Source.parse({
    _id: `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    sourceType: 'pdf',
    medium: 'paged',
    title: `Paper ${n}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    state: 'ready',
    status: { transcript: 2, embedding: 1, webpage_processing: 0 },
    canonicalUrl: 'https://example.org/paper.pdf',
    thumbnails: {},
    refreshEvery: null,
    version: 1,
    pages: 3,
    ...more,
  });
const working = (n: number) =>
  source(n, {
    state: 'reading',
    status: { transcript: 0, embedding: 0, webpage_processing: 0 },
    progress: { stage: 'extract', done: 41, total: 212 },
  });
const failed = (n: number, title = `Paper ${n}`) =>
  source(n, {
    title,
    state: 'failed',
    status: { transcript: 2, embedding: 2, webpage_processing: 0 },
    error: {
      code: 'password_protected',
      message: 'This PDF is password-protected. Save a copy without a password and add that.',
    },
  });
const frame = (props: Partial<SourceListProps>) =>
  stripVTControlCharacters(
    render(
      createElement(SourceList, { sources: [], startedAt: 0, now: 4_000, ...props }),
    ).lastFrame() ?? '',
  ).split('\n');

describe('the live list', () => {
  it('shows each source with its progress, and the totals', () => {
    expect(
      frame({
        sources: [source(1), working(2), failed(3)],
        refused: [{ input: 'notes.txt', message: 'This file is not a PDF.' }],
        adding: { done: 4, total: 9 },
        columns: 100,
      }),
    ).toEqual([
      '✗ notes.txt  This file is not a PDF.',
      '✓ Paper 1    ready',
      '· Paper 2    Reading page 41 of 212',
      '✗ Paper 3    This PDF is password-protected. Save a copy without a password and add that.',
      '1 ready · 1 working · 2 failed  adding 4 of 9  4 s',
    ]);
  });
  it('shows one line per source, however long the title is', () => {
    expect(
      frame({
        sources: [failed(1, `Evil \u001b]0;owned\u0007 ${'very '.repeat(20)}long`)],
        columns: 40,
      })[0],
    ).toBe('✗ Evil very very very v…  This PDF is…');
  });
  it('fits the height of the terminal: sources in progress before finished ones', () => {
    const lines = frame({
      sources: [...Array.from({ length: 12 }, (_, n) => source(n)), working(20)],
      rows: 10,
    });
    expect(lines).toHaveLength(8);
    expect(lines[0]).toContain('Paper 20');
    expect(lines.slice(-2)).toEqual(['  … and 7 more', '12 ready · 1 working · 0 failed  4 s']);
  });
});

describe('the line of a source', () => {
  it('separates fields by tabs in a pipe', () => {
    expect(sourceLine(failed(1, 'A\ttitle\n'), undefined)).toBe(
      `${source(1)._id}\tfailed\tpdf\tA title\tpassword_protected: This PDF is password-protected. Save a copy without a password and add that.`,
    );
  });
  it.each([
    ['waiting', {}, 'Waiting'],
    [
      'gone',
      {
        refreshError: {
          code: 'not_found',
          message: 'Nothing there.',
          at: '2026-01-01T00:00:00.000Z',
        },
      },
      'not_found: Nothing there.',
    ],
    ['held', {}, 'a new version to review'],
    [
      'bookmark',
      { error: { code: 'blocked_address', message: 'A private address.' } },
      'blocked_address: A private address.',
    ],
    ['ready', { saving: true, ownTitle: 'Mine' }, '3 pages'],
  ])('says %s in a pipe', (state, more, about) => {
    expect(
      sourceLine(source(1, { state, ...more }), undefined)
        .split('\t')
        .slice(1),
    ).toEqual([state, 'pdf', 'ownTitle' in more ? 'Mine' : 'Paper 1', about]);
  });
  it('says that images are still being saved', () => {
    expect(stripVTControlCharacters(sourceLine(source(1, { saving: true }), 60))).toContain(
      '✓ Paper 1  Saving images…\n',
    );
  });
  it('ends with the id, or shows it below if there is no room', () => {
    expect(stripVTControlCharacters(sourceLine(source(1), 100))).toMatch(
      /^✓ Paper 1 {2}3 pages {30,}0198a000\S+$/,
    );
    expect(stripVTControlCharacters(sourceLine(source(1), 60))).toBe(
      `✓ Paper 1  3 pages\n  ${source(1)._id}`,
    );
  });
});
