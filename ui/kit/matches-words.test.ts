import { expect, test } from 'vitest';
import { matchesWords } from './matches-words.ts';

test.each([
  ['Glacier physics', '', true],
  ['Glacier physics', '   ', true],
  ['Glacier physics', 'PHYS gla', true],
  ['Glacier physics', 'glacier chemistry', false],
  ['Café Zürich', 'cafe zurich', true],
  ['Cafe Zurich', 'Café', true],
  // A letter typed with a combining mark equals the composed one.
  ['Caf\u00e9', 'cafe\u0301', true],
  ['ﬁeld notes', 'field', true],
  ['Προσοχή', 'προσοχη', true],
  ['研究ノート', 'ノート', true],
  ['', 'a', false],
])('%j matches %j: %s', (name, query, isMatch) => expect(matchesWords(name, query)).toBe(isMatch));
