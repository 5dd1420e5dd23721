import { expect, test } from 'vitest';
import { firstWords } from './first-words.ts';

const text = (words: string) => ({ type: 'text', text: words });
const paragraph = (...words: string[]) => ({ type: 'paragraph', content: words.map(text) });
const doc = (...content: unknown[]) => ({ type: 'doc', content });

test.each([
  [
    'the first paragraph',
    doc(paragraph('Ice is ', 'a rock.'), paragraph('More.')),
    'Ice is a rock.',
  ],
  [
    'not the heading',
    doc({ type: 'heading', content: [text('Ice')] }, paragraph('A rock.')),
    'A rock.',
  ],
  ['not an empty one', doc(paragraph(), paragraph('   '), paragraph(' A rock. ')), 'A rock.'],
  [
    'one in a list',
    doc({ type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('One')] }] }),
    'One',
  ],
  [
    "without content that isn't text",
    doc({ type: 'paragraph', content: [text('A '), { type: 'image' }, text('b')] }),
    'A b',
  ],
  ['400 characters', doc(paragraph('x'.repeat(500))), 'x'.repeat(400)],
  ['nothing for an empty post', doc(), ''],
  ['nothing for content that is not a list', { type: 'doc', content: 'x' }, ''],
  ['nothing for null', null, ''],
  ['nothing for a string', 'Ice', ''],
])('firstWords: %s', (_, node, words) => expect(firstWords(node)).toBe(words));
