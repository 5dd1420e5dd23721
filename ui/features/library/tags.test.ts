import { expect, it } from 'vitest';
import { readTags } from './tags.ts';

it('takes tags apart by commas, without blanks, hashes and repetition', () => {
  expect(readTags(' to  read, #chemistry,, chemistry ; 水')).toEqual([
    'to read',
    'chemistry',
    '水',
  ]);
  expect(readTags(' , ')).toEqual([]);
});
