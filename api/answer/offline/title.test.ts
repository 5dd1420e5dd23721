import { describe, expect, it } from 'vitest';
import { titleOffline } from './title.ts';

describe('a title', () => {
  it.each([
    ['how do bees find flowers?', 'How do bees find flowers'],
    ['## Notes. More follows here.', 'Notes'],
    [
      'the quick brown fox jumps over the lazy dog and then runs away into the deep dark forest',
      'The quick brown fox jumps over the lazy dog and then runs…',
    ],
    ['???', 'Untitled'],
    ['蜜蜂通过跳舞告诉同伴花在哪里。蜂巢里有一只蜂王。', '蜜蜂通过跳舞告诉同伴花在哪里'],
  ])('of %j is %j', (sentence, title) => {
    expect(titleOffline(sentence)).toBe(title);
  });
});
