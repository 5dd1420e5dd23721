import { describe, expect, it } from 'vitest';
import type { GuideKind } from '#config/guides.ts';
import type { OfflineInput } from '../contract.ts';
import { talk } from '../testing/sample-passages.ts';
import { passages } from '../testing/passages.ts';
import { guideOffline } from './guides.ts';

const guide = (kind: GuideKind, given: Partial<OfflineInput> = {}) =>
  [...guideOffline(kind)({ question: 'Do it.', passages: talk(), values: {}, ...given })].join('');

describe('a guide', () => {
  it('outlines by chapter', () => {
    expect(guide('outline').match(/^- \*\*.*?\*\*/gm)).toEqual([
      '- **The waggle dance (00:00)**',
      '- **Life in the hive (02:00)**',
      '- **Open questions (04:00)**',
    ]);
  });
  it('splits a long source without headings, and names the parts by their terms', () => {
    const templates = [
      'Behind the barn stood the % of my uncle.',
      'Heavy rain ruined the % of our neighbours.',
      'A trader from town paid well for the %.',
      'Beetles hide under the % at night.',
      'Salt keeps the % fresh over the winter.',
      'Children drew the % on the school wall.',
      'Seeds of the % travel by wind.',
      'An old song praises the % of the valley.',
    ];
    const filler = `${Array.from({ length: 180 }, (_, at) => `Word${at}`).join(' ')}.`;
    const subjects = ['carrot', 'apple', 'barley', 'cabbage'];
    const given = passages(
      Array.from({ length: 32 }, (_, at) => ({
        text: `${templates[at % 8]?.replace('%', subjects[Math.floor(at / 8)] ?? '')} ${filler}`,
        title: 'Farming',
        heading: 'Farming',
      })),
    );
    const one = given.map((it) => ({ ...it, sourceId: given[0]?.sourceId ?? it.sourceId }));
    const parts = guide('outline', { passages: one }).match(/\*\*.*?\*\*/g) ?? [];
    expect(parts.length).toBeGreaterThan(3);
    for (const subject of subjects)
      expect(
        parts.some((it) => it.includes(subject)),
        `${subject}: ${parts.join()}`,
      ).toBe(true);
  });
  it('lists figures, and nothing if there are none', () => {
    const lines = guide('figures').split('\n');
    expect(lines).toContain('- Karl von Frisch described the waggle dance in 1927. [1]');
    for (const line of lines) expect(line.replace(/\[\d\]/, '')).toMatch(/\d/);
  });
  it('quotes sentences', () => {
    for (const line of guide('quotes').split('\n\n')) expect(line).toMatch(/^> .+\. \[\d\]$/);
  });
  it('contrasts a claim with what contradicts it', () => {
    expect(guide('claims')).toMatch(
      /## Counterarguments\n(?:\n?- .*)*\n- However, critics said that the waggle dance was only excitement/,
    );
  });
  it('answers suggested questions', () => {
    expect(guide('questions')).toMatch(
      /^- \*\*What does “waggle dance” mean\?\*\*\n {2}The waggle dance is a figure of eight/,
    );
  });
  it('explains with examples and definitions', () => {
    const text = guide('explain');
    expect(text).toMatch(
      /\n\n- For example, a run straight up the comb means to fly towards the sun\. \[2\]/,
    );
    expect(text).toContain('- **nectar**: Nectar is a sugary liquid');
  });
  it('puts the most important points first', () => {
    expect(guide('points')).toMatch(/^- The waggle dance is a figure of eight/);
  });
  it('uses only the clip when there is one', () => {
    const about = {
      text: 'In winter the workers form a cluster around the queen, which stays at 25 degrees.',
    };
    expect(guide('overview', { about })).toContain(
      'In winter the workers form a cluster around the queen. [4]',
    );
    expect(guide('points', { about })).toMatch(
      /^- (In winter the workers|The cluster keeps the queen)/,
    );
  });
  it('continues an answer without repeating it', () => {
    const asked = {
      question: 'How does the cluster live in winter?',
      values: {
        task: 'Go deeper.',
        answer: 'In winter the workers form a cluster around the queen. [1]',
      },
    };
    const more = guide('points', asked);
    expect(more).not.toContain('In winter the workers form a cluster');
    expect(more.split('\n')[0]).toMatch(/cluster/);
  });
});
