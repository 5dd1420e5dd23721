import { expect, it } from 'vitest';
import { createListReader } from './list-reader.ts';

const LIST = [
  { title: 'A "quoted" }] title', description: 'x\\' },
  { title: 'ü', more: { deep: [{ n: 1 }] } },
  { title: 'last' },
];

it.each([
  ['alone', JSON.stringify(LIST)],
  ['in an object', JSON.stringify({ ideas: LIST }, null, 2)],
  ['in a fence', `Here they are, "as asked":\n\`\`\`json\n${JSON.stringify(LIST)}\n\`\`\``],
])('emits each entry of a list %s once it is complete, cut into any pieces', (_, text) => {
  for (const step of [1, 7, text.length]) {
    const reader = createListReader();
    const pieces = Array.from({ length: Math.ceil(text.length / step) }, (_piece, at) =>
      text.slice(at * step, (at + 1) * step),
    );
    expect(pieces.flatMap((piece) => reader.push(piece))).toEqual(LIST);
  }
});

it('emits complete entries while the rest arrives, and nothing of text that is not a list', () => {
  const reader = createListReader();
  expect(reader.push('[{"title":"one"},{"ti')).toEqual([{ title: 'one' }]);
  expect(reader.push('tle":"two"}')).toEqual([{ title: 'two' }]);
  expect(createListReader().push('{"title":"none"} and words')).toEqual([]);
});
