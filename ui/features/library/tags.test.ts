import { expect, it } from 'vitest';
import { readTags } from './tags.ts';

it('splits tags by commas, without spaces, hashes and duplicates', () => {
  expect(readTags(' to  read, #chemistry,, chemistry ; 水')).toEqual([
    'to read',
    'chemistry',
    '水',
  ]);
  expect(readTags(' , ')).toEqual([]);
});
