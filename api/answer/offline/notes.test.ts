import { describe, expect, it } from 'vitest';
import type { NoteType } from '#core/contract/ask.ts';
import { chinese, report, talk, renumbered } from '../testing/sample-passages.ts';
import { notesOffline } from './notes.ts';

const notes = (type: NoteType, given = talk()) =>
  [...notesOffline(type)({ passages: given })].join('');
const headings = (text: string) => text.match(/^#+ .*$/gm);

describe('notes', () => {
  it('start with the topic, and stream in parts', () => {
    for (const type of [
      'Auto Notes',
      'Study Guide',
      'Exam Prep Notes',
      'Q&A Sheet',
      'Chapter Breakdown',
      'Deep Dive',
      'Term Tracker',
    ] as const)
      expect(notes(type)).toMatch(/^\S/);
    expect([...notesOffline('Study Guide')({ passages: talk() })].length).toBeGreaterThan(3);
  });
  it('as a study guide have an overview, ideas by chapter, terms, and questions with answers', () => {
    const text = notes('Study Guide');
    expect(headings(text)).toEqual([
      '## Overview',
      '## Key ideas',
      '### The waggle dance (00:00)',
      '### Life in the hive (02:00)',
      '### Open questions (04:00)',
      '## Key terms',
      '## Check your understanding',
      '## Answers',
    ]);
    expect(text).toContain(
      '- **waggle dance**: The waggle dance is a figure of eight that a forager runs on the comb. [1]',
    );
    const [, questions = '', answers = ''] =
      /## Questions[^\n]*\n([\s\S]*)## Answers\n([\s\S]*)/.exec(text) ?? [];
    expect(questions.match(/^\d+\. .+\?$/gm)?.length).toBe(
      answers.match(/^\d+\. .+\[\d\]$/gm)?.length,
    );
  });
  it('for exam preparation have figures, definitions, and questions with the positions of their answers', () => {
    const text = notes('Exam Prep Notes');
    expect(headings(text)).toEqual([
      '## Key ideas',
      '## Facts and figures',
      '## Key terms',
      '## Likely questions',
      '## Answers',
    ]);
    expect(text).toContain('- Karl von Frisch described the waggle dance in 1927. [1]');
  });
  it('as a Q&A sheet pair questions with sentences', () => {
    expect(notes('Q&A Sheet')).toContain(
      '### What does “waggle dance” mean?\n\nThe waggle dance is a figure of eight that a forager runs on the comb. [1]',
    );
  });
  it('go chapter by chapter, or page by page without chapters', () => {
    expect(headings(notes('Chapter Breakdown'))).toEqual([
      '## The waggle dance (00:00)',
      '## Life in the hive (02:00)',
      '## Open questions (04:00)',
    ]);
    expect(headings(notes('Chapter Breakdown', report()))?.[0]).toMatch(/^## p\. 1/);
    expect(
      headings(notes('Chapter Breakdown', renumbered(talk(), report())))?.filter((it) =>
        it.startsWith('# '),
      ),
    ).toEqual(['# How honey bees talk', '# Tides at the coast']);
  });
  it('as a deep dive quote every chapter in paragraphs, then reasons and figures', () => {
    const text = notes('Deep Dive');
    expect(headings(text)).toEqual(
      expect.arrayContaining([
        '## Overview',
        '## The waggle dance (00:00)',
        '## Reasons and evidence',
        '## Facts and figures',
        '## Key terms',
        '## Key quotes',
      ]),
    );
    expect(text).toMatch(/^> .+ \[\d\]$/m);
  });
  it('list terms in the order of their first use, with every position', () => {
    const text = notes('Term Tracker');
    expect(text).toMatch(
      /^- \*\*waggle dance\*\*: .+ \[1\]\n {2}- also \*\*waggle dance\*\* \[5\]$/m,
    );
    expect(text).toMatch(/^ {2}- also \*\*forager\*\* \[2\]\[3\]\[5\]$/m);
    expect(text.indexOf('**waggle dance**')).toBeLessThan(text.indexOf('**cluster**'));
  });
  it('are in the language of the sources', () => {
    expect(headings(notes('Study Guide', chinese()))).toEqual([
      '## 概览',
      '## 要点',
      '### 舞蹈',
      '### 蜂巢',
      '## 关键术语',
      '## 自测问题',
      '## 答案',
    ]);
  });
});
