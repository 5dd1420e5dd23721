import { describe, expect, it } from 'vitest';
import { report, talk, renumbered } from '../testing/sample-passages.ts';
import { passages } from '../testing/passages.ts';
import { summariseOffline } from './summary.ts';

const summary = (given = talk()) => [...summariseOffline({ passages: given })].join('');

describe('a summary', () => {
  it('follows the chapters in order, with the position of each', () => {
    expect(summary().match(/^## .*$/gm)).toEqual([
      '## The waggle dance (00:00)',
      '## Life in the hive (02:00)',
      '## Open questions (04:00)',
    ]);
  });
  it('has each sentence once, in reading order', () => {
    const [gist = '', ...sections] = summary().split(/^## .*$/m);
    for (const part of [gist, sections.join('')]) {
      const marks = [...part.matchAll(/\[(\d)\]/g)].map((it) => Number(it[1]));
      expect(marks).toEqual(marks.toSorted());
    }
    const sentences = summary()
      .split(/ \[\d\]/)
      .map((it) => it.replace(/^[\s\S]*\n/, '').trim())
      .filter(Boolean);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
  it('has the title of each source', () => {
    expect(summary(renumbered(talk(), report())).match(/^## .*$/gm)).toEqual([
      '## How honey bees talk',
      '## Tides at the coast',
    ]);
  });
  it('of a short source without headings is a few sentences', () => {
    expect(summary(report())).not.toContain('#');
    expect(summary(report()).match(/\[\d\]/g)?.length).toBeGreaterThanOrEqual(3);
  });
  it('does not repeat what the source repeats', () => {
    const twice = passages(
      [
        'Bees dance to tell where the flowers are. Ants follow a trail of scent.',
        'Bees dance to tell where the flowers are! Moths find each other by smell.',
      ].map((text) => ({ text, title: 'T', heading: 'T' })),
    );
    expect(summary(twice).match(/Bees dance/g)).toHaveLength(1);
  });
  it('splits captions without punctuation into groups of cues', () => {
    const cues = [
      'so today we talk about honey bees',
      'and how they tell each other',
      'where the best flowers are',
      'they run a figure of eight',
      'on the comb in the dark hive',
      'which is called the waggle dance',
      'and the others follow with their antennae',
      'until they know the way',
    ];
    const text = cues.join(' ');
    let from = 0;
    const pieces = cues.map((cue, at) => {
      const start = text.indexOf(cue, from);
      from = start + cue.length;
      return {
        start,
        end: from,
        from: 0,
        at: { medium: 'timed', startS: at * 3, endS: at * 3 + 3 } as const,
      };
    });
    expect(summary(passages([{ text, pieces }]))).toContain(
      'so today we talk about honey bees and how they tell each other where the best flowers are',
    );
  });
});
