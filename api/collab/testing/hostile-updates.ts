/**
 * Changes of notes that no editor makes: values out of bounds, unknown content, very deep trees,
 * and flipped bytes. The same seed gives the same changes.
 */
import {
  applyUpdate,
  Doc,
  encodeStateAsUpdate,
  encodeStateVector,
  XmlElement,
  XmlHook,
  XmlText,
  Array as YArray,
  Map as YMap,
  type XmlFragment,
} from 'yjs';
import { notesSchema } from '#core/editor/schema.ts';
import { seeded } from '#core/text/testing/edit-script.ts';
import { varUint } from './raw-socket.ts';

export interface HostileUpdate {
  name: string;
  update: Uint8Array;
}
type Random = () => number;
type Write = (notes: XmlFragment, random: Random, document: Doc) => void;

const FRAGMENT = 'default';

const pick = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;
// Block attributes are any JSON, although the type only allows strings.
const set = (element: XmlElement, name: string, value: unknown): void => {
  element.setAttribute(name, value as string);
};

function element(
  name: string,
  attributes: Record<string, unknown> = {},
  children: (XmlElement | XmlText)[] = [],
): XmlElement {
  const made = new XmlElement(name);
  for (const [key, value] of Object.entries(attributes)) set(made, key, value);
  if (children.length > 0) made.insert(0, children);
  return made;
}
const words = (text: string): XmlText => new XmlText(text);
const paragraph = (text = 'x', attributes: Record<string, unknown> = {}): XmlElement =>
  element('paragraph', attributes, [words(text)]);
const table = (attributes: Record<string, unknown>, rows = 1, cells = 1): XmlElement =>
  element(
    'table',
    {},
    Array.from({ length: rows }, () =>
      element(
        'tableRow',
        {},
        Array.from({ length: cells }, () => element('tableCell', attributes, [paragraph()])),
      ),
    ),
  );

/** Adds nodes from the top, because Yjs adds a complete tree recursively. */
export function nest(parent: XmlFragment, name: string, depth: number): void {
  let at = parent;
  for (let n = 0; n < depth; n += 1) {
    const inner = new XmlElement(name);
    at.push([inner]);
    at = inner;
  }
  at.push([paragraph('deep')]);
}

function deepValue(depth: number): unknown {
  let value: unknown = 0;
  for (let n = 0; n < depth; n += 1) value = n % 2 === 0 ? [value] : { in: value };
  return value;
}

const VALUES: readonly unknown[] = [
  1e9,
  -1e9,
  1e308,
  -1e308,
  Number.NaN,
  Infinity,
  0,
  -0,
  0.5,
  'x',
  '',
  'x'.repeat(100_000),
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  true,
  null,
  [],
  {},
  [null],
  [[[]]],
  { toString: 1 },
  { length: 1e9 },
  { __proto__: null, type: 'doc' },
  Array.from({ length: 10_000 }, () => Number.NaN),
  deepValue(200),
];
/** Values that may be accepted. */
const MILD: readonly unknown[] = [
  'x',
  'abc',
  '2',
  1,
  2,
  3,
  7,
  0.25,
  true,
  false,
  null,
  [],
  {},
  ['a'],
  { text: 'x' },
];
const ATTRIBUTES = [
  '_id',
  'parentId',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'indent',
  'level',
  'start',
  'type',
  'checked',
  'language',
  'colspan',
  'rowspan',
  'colwidth',
  'align',
  'source_id',
  'citations',
  'width',
  'file_key',
  'answer',
  'compAttrs',
  'meta',
  'anchor',
  'highlightAreas',
  'tags',
  'metadata',
  'kind',
  'latex',
  'summary',
  'open',
  'constructor',
  '__proto__',
  'nodeName',
];
const NODES = [
  'paragraph',
  'heading',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'taskList',
  'taskItem',
  'codeBlock',
  'horizontalRule',
  'hardBreak',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
  'clip',
  'pdf-clip',
  'web-clip',
  'place',
  'ai-chat',
  'ai-note',
  'summary',
  'image',
  'blog',
  'insight',
  'question',
  'quote',
  'callout',
  'toggle',
  'math',
  'math-inline',
];

/** By name, so that a failed test says which one it was. */
const WRITES: Readonly<Record<string, Write>> = {
  'colspan 1e9': (notes) => {
    notes.push([table({ colspan: 1e9 })]);
  },
  'rowspan 1e9': (notes) => {
    notes.push([table({ rowspan: 1e9 })]);
  },
  'colspan of 100 in 5,000 rows': (notes) => {
    notes.push([table({ colspan: 100 }, 1, 100), table({ colspan: 100 }, 5_000, 1)]);
  },
  'colwidth of a million': (notes) => {
    notes.push([table({ colwidth: Array.from({ length: 1e6 }, () => 1) })]);
  },
  'colwidth NaN': (notes) => {
    notes.push([table({ colwidth: [Number.NaN, -1] })]);
  },
  'a table without rows': (notes) => {
    notes.push([element('table')]);
  },
  'a row in a paragraph': (notes) => {
    notes.push([element('paragraph', {}, [element('tableRow', {}, [paragraph()])])]);
  },
  'heading level 1e9': (notes) => {
    notes.push([element('heading', { level: 1e9 }, [words('x')])]);
  },
  'heading level x': (notes) => {
    notes.push([element('heading', { level: 'x' }, [words('x')])]);
  },
  'a list that starts at 1e308': (notes) => {
    notes.push([
      element('orderedList', { start: 1e308, type: {} }, [element('listItem', {}, [paragraph()])]),
    ]);
  },
  'ten thousand quotes in each other': (notes) => {
    nest(notes, 'blockquote', 10_000);
  },
  'two hundred lists in each other': (notes) => {
    nest(notes, 'bulletList', 200);
  },
  'a text of 4 MB': (notes) => {
    notes.push([paragraph('x'.repeat(4 * 2 ** 20))]);
  },
  'two hundred thousand blocks': (notes) => {
    notes.push(Array.from({ length: 200_000 }, () => new XmlElement('paragraph')));
  },
  'a hundred thousand attributes': (notes) => {
    notes.push([
      element(
        'paragraph',
        Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`a${n}`, n])),
      ),
    ]);
  },
  'an unknown block': (notes) => {
    notes.push([new XmlElement('of-no-build')]);
  },
  'a name without end': (notes) => {
    notes.push([new XmlElement('x'.repeat(1e6))]);
  },
  'a name of markup': (notes) => {
    notes.push([new XmlElement('img src=x onerror=alert(1)')]);
  },
  'an unknown mark': (notes) => {
    notes.push([element('paragraph', {}, [marked({ blink: {} })])]);
  },
  'a mark with a deep value': (notes) => {
    notes.push([element('paragraph', {}, [marked({ link: deepValue(500) })])]);
  },
  'a mark with a number': (notes) => {
    notes.push([element('paragraph', {}, [marked({ link: 1e9, bold: 'x' })])]);
  },
  'a link of objects': (notes) => {
    notes.push([
      element('paragraph', {}, [marked({ link: { href: {}, class: [], target: 1e9 } })]),
    ]);
  },
  'a million citations': (notes) => {
    notes.push([element('ai-chat', { citations: Array.from({ length: 1e6 }, () => 0) })]);
  },
  'a map among the blocks': (notes) => {
    (notes as { push(types: unknown[]): void }).push([new YMap()]);
  },
  'an array among the blocks': (notes) => {
    (notes as { push(types: unknown[]): void }).push([new YArray()]);
  },
  'a hook among the blocks': (notes) => {
    notes.push([new XmlHook('x') as unknown as XmlElement]);
  },
  'text among the blocks': (notes) => {
    notes.push([words('loose')]);
  },
  'a map in a paragraph': (notes) => {
    notes.push([element('paragraph', {}, [new YMap() as unknown as XmlElement])]);
  },
  'a document within': (notes) => {
    notes.push([element('paragraph', { sub: new Doc() })]);
  },
  'a thing in a text': (notes) => {
    const text = words('x');
    notes.push([element('paragraph', {}, [text])]);
    text.insertEmbed(0, { image: deepValue(50) });
  },
  'a type in a text': (notes) => {
    const text = words('x');
    notes.push([element('paragraph', {}, [text])]);
    text.insertEmbed(0, new YMap());
  },
  'a type as an attribute': (notes) => {
    notes.push([element('paragraph', { _id: new YMap(), indent: new XmlText('x') })]);
  },
  'bytes as an attribute': (notes) => {
    notes.push([element('paragraph', { _id: new Uint8Array(1000) })]);
  },
  'another root, with a deep value': (_, __, document) => {
    document.getMap('elsewhere').set('a', deepValue(500));
  },
  'all taken out': (notes) => {
    notes.delete(0, notes.length);
  },
  'all taken out, and a row put in': (notes) => {
    notes.delete(0, notes.length);
    notes.push([element('tableRow')]);
  },
  'a huge client': (notes, _, document) => {
    document.clientID = 2 ** 53 - 1;
    notes.push([paragraph()]);
  },
  'an image of 1e308': (notes) => {
    notes.push([
      element('image', { width: 1e308, sec: Number.NaN, file: {}, alt: [], aspect: -1 }),
    ]);
  },
  'objects as ids': (notes) => {
    notes.push([paragraph('x', { _id: { a: 1 }, parentId: [1], createdAt: 1e308, updatedBy: {} })]);
  },
};

function marked(attributes: Record<string, unknown>): XmlText {
  const text = new XmlText('marked');
  text.format(0, 6, attributes);
  return text;
}

/** Edits that the editor can make, with values and positions that it would not use. */
function anything(notes: XmlFragment, random: Random): void {
  const elements = everyElement(notes);
  const value = (): unknown => pick(random, random() < 0.4 ? VALUES : MILD);
  // Mostly an attribute of the node, because others are refused at once.
  const attribute = (node: string): string =>
    random() < 0.9
      ? pick(random, ['_id', ...Object.keys(notesSchema().nodes[node]?.spec.attrs ?? {})])
      : pick(random, ATTRIBUTES);
  const mark = (): string =>
    pick(
      random,
      random() < 0.9
        ? ['bold', 'link', 'highlight', 'code', 'link--abcdefgh']
        : ['blink', '__proto__'],
    );
  for (let steps = 1 + Math.floor(random() * 3); steps > 0; steps -= 1) {
    const target = elements.length === 0 ? undefined : pick(random, elements);
    const at = random();
    if (at < 0.35) {
      const name = pick(random, NODES);
      const held = notesSchema().nodes[name]?.inlineContent && random() < 0.7 ? [words('x')] : [];
      notes.insert(Math.floor(random() * (notes.length + 1)), [
        element(name, { [attribute(name)]: value(), [attribute(name)]: value() }, held),
      ]);
    } else if (target && at < 0.6) set(target, attribute(target.nodeName), value());
    else if (target && at < 0.75)
      target.insert(Math.floor(random() * (target.length + 1)), [
        random() < 0.7 ? new XmlElement(pick(random, NODES)) : words('y'),
      ]);
    else if (target && at < 0.85 && target.length > 0)
      target.delete(Math.floor(random() * target.length), 1);
    else
      notes.push([
        element('paragraph', {}, [
          marked({ [mark()]: random() < 0.5 ? { href: value(), color: value() } : value() }),
        ]),
      ]);
  }
}

/** Yjs throws for elements that were removed or never added. */
function everyElement(parent: XmlFragment): XmlElement[] {
  return parent
    .toArray()
    .flatMap((child) => (child instanceof XmlElement ? [child, ...everyElement(child)] : []));
}

function written(base: Uint8Array, random: Random, write: Write): Uint8Array {
  const document = new Doc();
  applyUpdate(document, base);
  document.clientID = 1 + Math.floor(random() * 2 ** 31);
  const before = encodeStateVector(document);
  const notes = document.getXmlFragment(FRAGMENT);
  try {
    document.transact(() => {
      write(notes, random, document);
    });
  } catch {
    // Yjs refused a part; the changes before it are sent.
  }
  return encodeStateAsUpdate(document, before);
}

function turnedOver(update: Uint8Array, random: Random): Uint8Array {
  const bytes = Uint8Array.from(update);
  for (let n = 1 + Math.floor(random() * 4); n > 0; n -= 1)
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  return random() < 0.3 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
}

/**
 * An update that depends on a missing one: `bytes` of text of a client whose first change is
 * missing.
 */
export function withoutItsPast(client: number, bytes: number): Uint8Array {
  const text = Buffer.from('x'.repeat(bytes));
  // One client, one item at clock 1,000: text whose left neighbour has clock 998. Nothing is
  // deleted.
  return Uint8Array.from([
    ...varUint(1),
    ...varUint(1),
    ...varUint(client),
    ...varUint(1000),
    0x84,
    ...varUint(client),
    ...varUint(998),
    ...varUint(text.length),
    ...text,
    0,
  ]);
}

/** Raw bytes: an unterminated name, and an unterminated range. */
const RAW: Readonly<Record<string, Uint8Array>> = {
  'nothing at all': new Uint8Array(0),
  'a deletion without end': Uint8Array.from([0, 1, ...varUint(7), 1, 0, ...varUint(2 ** 52)]),
  'a gap without end': Uint8Array.from([1, 1, ...varUint(7), 0, 10, ...varUint(2 ** 52), 0]),
  'a piece that was let go, without end': Uint8Array.from([
    1,
    1,
    ...varUint(7),
    0,
    0,
    ...varUint(2 ** 52),
    0,
  ]),
  'a million clients': Uint8Array.from([...varUint(1e6), 0]),
  'a past that never comes': withoutItsPast(4_000_000_001, 1000),
};

/** `base` is the sender's copy of the notes, as one update. */
export function hostileUpdates(base: Uint8Array, count: number, seed: number): HostileUpdate[] {
  const random = seeded(seed);
  const named = Object.entries(WRITES).map(([name, write]) => ({
    name,
    update: written(base, random, write),
  }));
  const all: HostileUpdate[] = [
    ...named,
    ...Object.entries(RAW).map(([name, update]) => ({ name, update })),
  ];
  for (let n = all.length; n < count; n += 1) {
    const update = written(base, random, anything);
    all.push(
      n % 3 === 0
        ? { name: `bytes turned over ${n}`, update: turnedOver(update, random) }
        : { name: `anything ${n}`, update },
    );
  }
  return all.slice(0, count);
}
