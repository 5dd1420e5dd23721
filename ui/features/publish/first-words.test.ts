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
    'one within a list',
    doc({ type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('One')] }] }),
    'One',
  ],
  [
    'without what is no text',
    doc({ type: 'paragraph', content: [text('A '), { type: 'image' }, text('b')] }),
    'A b',
  ],
  ['400 characters', doc(paragraph('x'.repeat(500))), 'x'.repeat(400)],
  ['nothing of an empty post', doc(), ''],
  ['nothing of content that is no list', { type: 'doc', content: 'x' }, ''],
  ['nothing of null', null, ''],
  ['nothing of a string', 'Ice', ''],
])('firstWords: %s', (_, node, words) => expect(firstWords(node)).toBe(words));
