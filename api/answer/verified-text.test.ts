import { expect, it } from 'vitest';
import type { Citation, CitationSupport } from '#core/contract/ask.ts';
import { sourceId } from './testing/passages.ts';
import { verifiedText } from './verified-text.ts';

const source = sourceId();
const citation = (mark: number, support: CitationSupport): Citation => ({
  mark,
  source_id: source,
  title: 'Towers',
  locator: { medium: 'flow', paragraph: mark, quote: `Quote ${mark}.`, prefix: '', suffix: '' },
  support,
});
const of = (text: string, ...supports: CitationSupport[]) =>
  verifiedText(
    text,
    supports.map((support, at) => citation(at + 1, support)),
  );

it('keeps sentences that all their citations support, and renumbers the citations', () => {
  expect(
    of(
      'It was built in 1889 [1]. It is 400 m tall [2]. It has three floors. [3]',
      'supported',
      'partly',
      'supported',
    ),
  ).toEqual({
    text: 'It was built in 1889 [1] It has three floors. [2]',
    citations: [
      { ...citation(1, 'supported'), mark: 1 },
      { ...citation(3, 'supported'), mark: 2 },
    ],
  });
});

it('drops sentences without a citation, or with an unsupported one', () => {
  expect(of('It is famous. It is 330 m tall [1].', 'supported').text).toBe('It is 330 m tall [1]');
  expect(of('It is 330 m tall [1][2].', 'supported', 'unchecked').text).toBe('');
  expect(of('not stated').citations).toEqual([]);
  expect(of('- It is high.\n- It is 330 m tall [1]', 'supported').text).toBe(
    'It is 330 m tall [1]',
  );
});
