import { expect, it } from 'vitest';
import { conflictingFigures } from './conflicting-figures.ts';

const between = (...texts: string[]) =>
  conflictingFigures(texts.map((text, at) => ({ sourceId: String(at), text, language: 'en' }))).map(
    (it) => [it.about, ...it.statements.map((statement) => Number(statement.sourceId))],
  );

it.each([
  [
    'years',
    'calendar year',
    'The tower was finished in 1889.',
    'Workers finished the tower in 1887.',
  ],
  ['units', 'm', 'The tower is 330 m tall.', 'The tower is 324 metres tall.'],
  [
    'percentages',
    '%',
    'The vaccine protects 95 % of adults.',
    'It protects 76 per cent of adults, this vaccine.',
  ],
  ['dates', 'date', 'The fair opened on 6 May.', 'The fair opened on May 16.'],
  [
    'counted things',
    'otter',
    'A raft of the bay holds 100 otters.',
    'A raft of the bay holds 12 otters.',
  ],
])('finds different %s', (_, about, one, other) => {
  expect(between(one, other)).toEqual([[about, 0, 1]]);
});

it.each([
  [
    'the same in another form',
    'The city has one million people.',
    'The city has 1,000,000 people.',
  ],
  ['another unit', 'The tower is 330 m tall.', 'The tower weighs 10,100 tonnes.'],
  ['another subject', 'The tower was finished in 1889.', 'A raft of otters was counted in 1990.'],
  [
    'a statement without numbers',
    'The tower was finished early.',
    'The tower was finished in 1889.',
  ],
])('finds nothing in %s', (_, one, other) => {
  expect(between(one, other)).toEqual([]);
});

it('compares only figures of different sources', () => {
  const text = (year: number) => `The tower was finished in ${year}.`;
  expect(
    conflictingFigures(
      [1887, 1889].map((year) => ({ sourceId: 'same', text: text(year), language: 'en' })),
    ),
  ).toEqual([]);
  expect(between(text(1887), text(1889), text(1887))).toEqual([
    ['calendar year', 0, 1],
    ['calendar year', 1, 2],
  ]);
});
