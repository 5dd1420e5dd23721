import { expect, it } from 'vitest';
import {
  applyUpdate,
  decodeUpdate,
  Doc,
  encodeStateAsUpdate,
  encodeStateVector,
  mergeUpdates,
  XmlElement,
  XmlText,
} from 'yjs';
import { seeded } from '#core/text/testing/edit-script.ts';
import { UpdateMerger } from './update-merger.ts';

const joinUpdates = (updates: readonly Uint8Array[]): Uint8Array =>
  new UpdateMerger(updates).update();

const PIECES = ['a', 'ß', '漢字', '🦦', 'sea otters', '\ud83e', ''];
const stateOf = (updates: readonly Uint8Array[]): Doc => {
  const document = new Doc();
  for (const update of updates) applyUpdate(document, update);
  return document;
};
const textOf = (document: Doc): unknown => [
  document.getText('words').toDelta(),
  document.getXmlFragment('default').toJSON(),
];

/**
 * Returns the updates of a server's document that three people edit, each some changes behind the
 * others.
 */
function makeUpdates(seed: number, edits: number, mixed: boolean): Uint8Array[] {
  const random = seeded(seed);
  const below = (most: number) => Math.floor(random() * most);
  const server = new Doc();
  const updates: Uint8Array[] = [];
  server.on('update', (update: Uint8Array) => {
    updates.push(update);
  });
  const people = [1, 2, 3].map(() => new Doc());
  const sync = (person: Doc) => {
    applyUpdate(server, encodeStateAsUpdate(person, encodeStateVector(server)));
    applyUpdate(person, encodeStateAsUpdate(server, encodeStateVector(person)));
  };
  for (let edit = 0; edit < edits; edit += 1) {
    const person = people[below(3)] ?? server;
    const text = person.getText('words');
    person.transact(() => {
      const at = below(text.length + 1);
      const kind = below(mixed ? 12 : 8);
      if (kind < 5) text.insert(at, PIECES[below(PIECES.length)] ?? '');
      else if (kind < 8)
        text.delete(
          Math.min(at, text.length),
          Math.min(2, text.length - Math.min(at, text.length)),
        );
      else if (kind === 8)
        text.format(
          Math.min(at, text.length),
          Math.min(3, text.length - Math.min(at, text.length)),
          { bold: true },
        );
      else if (kind === 9) {
        const paragraph = new XmlElement('paragraph');
        paragraph.insert(0, [new XmlText('otter')]);
        person.getXmlFragment('default').push([paragraph]);
      } else if (kind === 10) person.getMap('meta').set('at', 'x'.repeat(below(300)));
      else {
        text.insert(at, 'two');
        text.delete(0, 1);
      }
    });
    if (below(3) > 0) sync(person);
  }
  for (const person of people) sync(person);
  return updates;
}

it.each(Array.from({ length: 20 }, (_, seed) => [seed, seed % 2 === 1] as const))(
  'merges updates into one with the same content (seed %i, all kinds of edits: %s)',
  (seed, mixed) => {
    const updates = makeUpdates(seed, 120, mixed);
    for (const many of [2, 7, 40, updates.length]) {
      const joined = Array.from({ length: Math.ceil(updates.length / many) }, (_, n) =>
        joinUpdates(updates.slice(n * many, (n + 1) * many)),
      );
      const [whole, expected] = [stateOf(joined), stateOf(updates)];
      expect(textOf(whole)).toEqual(textOf(expected));
      expect(encodeStateAsUpdate(whole)).toEqual(encodeStateAsUpdate(expected));
    }
  },
);

it('keeps typing in one piece that Yjs merges as its own', () => {
  const document = new Doc();
  const updates: Uint8Array[] = [];
  document.on('update', (update: Uint8Array) => {
    updates.push(update);
  });
  for (const word of ['Sea ', 'otters ', '🦦', ' hold hands'])
    document.getText('words').insert(document.getText('words').length, word);
  document.getText('words').delete(0, 4);
  document.getText('words').delete(3, 2);
  const joined = joinUpdates(updates);
  expect(decodeUpdate(joined)).toEqual(decodeUpdate(mergeUpdates(updates)));
});

it('keeps updates when a client skipped some in between', () => {
  const document = new Doc();
  const updates: Uint8Array[] = [];
  document.on('update', (update: Uint8Array) => {
    updates.push(update);
  });
  const text = document.getText('words');
  for (const word of ['one ', 'two ', 'three ']) text.insert(text.length, word);
  const [first, between, last] = updates;
  if (!first || !between || !last) throw new Error('three updates');
  const late = stateOf([joinUpdates([first, last])]);
  expect(late.getText('words').toJSON()).toBe('one ');
  applyUpdate(late, between);
  expect(late.getText('words').toJSON()).toBe('one two three ');
});
