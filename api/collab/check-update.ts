/**
 * Looks at an update before it is applied: what it adds to the notes has to be of kinds, values,
 * depths and sizes that notes may have (`core/editor/bounds.ts`). Nothing is applied to find out.
 * What the update builds on is looked up in the update and in the document; what is in neither, Yjs
 * does not put in either.
 */
import {
  AbstractType,
  ContentAny,
  ContentDeleted,
  ContentDoc,
  ContentFormat,
  ContentString,
  ContentType,
  decodeUpdate,
  type Doc,
  type ID,
  Item,
  getItem,
  getState,
  Skip,
  XmlElement,
  XmlText,
} from 'yjs';
import {
  holdsAttribute,
  holdsMark,
  isAttribute,
  isSmall,
  MAX_DEPTH,
  MAX_TABLE_CELLS,
  MAX_TEXT,
  tableArea,
} from '#core/editor/bounds.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { FRAGMENT } from './stored-notes.ts';
import { type Cell, cellOf, elementsOf } from './table-cells.ts';

/** In one update. Each takes about 200 bytes of memory. */
const MAX_STRUCTS = 400_000;
/** Yjs counts in doubles; no real client reaches this clock. */
const MAX_CLOCK = 2 ** 40;
const MAX_ROOTS = 16;
const MAX_ROOT_NAME = 64;

/** A type that something is put into. `elsewhere`: in no notes, as counters of tests are. */
interface Place {
  kind: 'notes' | 'element' | 'text' | 'elsewhere';
  /** of an element */
  name: string;
  depth: number;
  parent?: Place | undefined;
  /** where it is in the document already */
  type?: AbstractType<unknown>;
  /** what the update says of a cell */
  colspan?: number;
  rowspan?: number;
  /** what the update puts into it */
  added: Place[];
  /** what was in it and the update changes: rows of a table, cells of a row */
  changed: Map<unknown, Place>;
}
/** The position of an item; `key` is set for an attribute. */
interface Found {
  place: Place;
  key: string | null;
}

/** Thrown inside, never outside. */
class Fault extends Error {
  override readonly name = 'Fault';
}
const refuse = (why: string): never => {
  throw new Fault(why);
};

export type Verdict =
  | {
      /** why it may not be applied */
      fault: string;
    }
  | {
      fault?: undefined;
      /** how many nodes it adds */
      nodes: number;
    };

export function checkUpdate(document: Doc, update: Uint8Array): Verdict {
  try {
    const { structs } = decodeUpdate(update);
    if (structs.length > MAX_STRUCTS) refuse('too many pieces');
    return { nodes: new Check(document, structs).run() };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    return { fault: `not an update: ${error instanceof Error ? error.message : String(error)}` };
  }
}

type Struct = ReturnType<typeof decodeUpdate>['structs'][number];

class Check {
  readonly #document: Doc;
  /** of one client, by clock */
  readonly #structs = new Map<number, Struct[]>();
  readonly #found = new Map<Item, Found | undefined>();
  readonly #places = new Map<Item | AbstractType<unknown> | string, Place>();
  readonly #tables = new Set<Place>();

  constructor(document: Doc, structs: readonly Struct[]) {
    this.#document = document;
    let last = -1;
    for (const struct of structs) {
      const { client, clock } = struct.id;
      const of = this.#structs.get(client) ?? [];
      if (of.length === 0) this.#structs.set(client, of);
      else if (client !== last || clock < (of.at(-1)?.id.clock ?? 0)) refuse('a client twice');
      if (clock + struct.length > MAX_CLOCK) refuse('a clock without end');
      of.push(struct);
      last = client;
    }
  }

  /** Answers how many nodes it adds. Throws a fault. */
  run(): number {
    let nodes = 0;
    for (const [client, structs] of this.#structs) {
      const known = getState(this.#document.store, client);
      for (const struct of structs) {
        if (struct instanceof Item && struct.id.clock + struct.length > known)
          nodes += this.#look(struct);
      }
    }
    for (const table of this.#tables)
      if (tableArea(rowsOf(table)) > MAX_TABLE_CELLS) refuse('a table without end');
    return nodes;
  }

  #look(item: Item): number {
    for (const id of [
      item.origin,
      item.rightOrigin,
      typeof item.parent === 'string' ? null : (item.parent as ID | null),
    ]) {
      if (id && id.client === item.id.client && id.clock >= item.id.clock)
        refuse('a piece before its past');
    }
    const found = this.#find(item);
    // Its parent was deleted or is missing.
    if (!found || item.content instanceof ContentDeleted) return 0;
    if (item.content instanceof ContentDoc) refuse('a document within');
    if (found.place.kind === 'elsewhere') return lookElsewhere(item, found.place);
    if (found.key !== null) return this.#attribute(item, found.place, found.key);
    if (item.content instanceof ContentType) return this.#node(item, item.content, found.place);
    if (found.place.kind !== 'text') return refuse('something among the blocks');
    return lookText(item);
  }

  #attribute({ content }: Item, place: Place, key: string): number {
    const value: unknown =
      content instanceof ContentAny && content.arr.length === 1
        ? content.arr[0]
        : refuse('an attribute of another kind');
    if (place.kind !== 'element' || !isAttribute(place.name, key))
      return refuse(`an attribute ${key.slice(0, 40)}`);
    if (!holdsAttribute(place.name, key, value)) return refuse(`the value of ${place.name} ${key}`);
    if (key === 'colspan') place.colspan = value as number;
    if (key === 'rowspan') place.rowspan = value as number;
    if (key === 'colspan' || key === 'rowspan') this.#touch(place);
    return 0;
  }

  #node(item: Item, content: ContentType, parent: Place): number {
    if (parent.kind === 'text') return refuse('a block in a text');
    const place = this.#placeOf(item, content, parent);
    const { nodes } = notesSchema();
    if (place.kind === 'text') {
      if (parent.kind !== 'element' || !nodes[parent.name]?.inlineContent)
        return refuse('text among the blocks');
    } else if (
      place.kind !== 'element' ||
      !nodes[place.name] ||
      place.name === 'doc' ||
      place.name === 'text'
    )
      return refuse(`a block ${place.name.slice(0, 40)}`);
    if (place.kind === 'element' && place.depth > MAX_DEPTH)
      return refuse('blocks too deep in each other');
    parent.added.push(place);
    this.#touch(place);
    return 1;
  }

  /** A row or a cell: its table is looked at when all is known. */
  #touch(part: Place): void {
    const { parent } = part;
    if (parent?.name !== 'table' && parent?.name !== 'tableRow') return;
    if (part.type) parent.changed.set(part.type, part);
    if (parent.name === 'table') this.#tables.add(parent);
    else this.#touch(parent);
  }

  /**
   * Resolves the position of an item: follows its neighbours and parents to a known one, and back.
   */
  #find(start: Item): Found | undefined {
    const way: { item: Item; isWithin: boolean }[] = [];
    let item = start;
    while (!this.#found.has(item)) {
      // Until it is known: of those that wait for each other, Yjs puts none in.
      this.#found.set(item, undefined);
      const beside = item.origin ?? item.rightOrigin;
      const parent = item.parent as string | ID | null;
      if (!beside && typeof parent === 'string') {
        this.#found.set(item, { place: this.#root(parent), key: item.parentSub });
        break;
      }
      const id = beside ?? (parent as ID | null);
      const next = id ? this.#struct(id) : undefined;
      if (!(next instanceof Item)) break;
      if (next.parent instanceof AbstractType) {
        this.#found.set(
          item,
          beside
            ? { place: this.#existing(next.parent), key: next.parentSub }
            : this.#within(item, next),
        );
        break;
      }
      way.push({ item, isWithin: !beside });
      item = next;
    }
    let last = item;
    for (const step of way.reverse()) {
      const found = this.#found.get(last);
      if (!step.isWithin) this.#found.set(step.item, found);
      else if (found && last.content instanceof ContentType)
        this.#found.set(step.item, {
          place: this.#placeOf(last, last.content, found.place),
          key: step.item.parentSub,
        });
      last = step.item;
    }
    return this.#found.get(start);
  }

  /** `parent` is in the document. */
  #within(item: Item, parent: Item): Found | undefined {
    return parent.content instanceof ContentType
      ? { place: this.#existing(parent.content.type as AbstractType<unknown>), key: item.parentSub }
      : undefined;
  }

  #struct(id: ID): unknown {
    const of = this.#structs.get(id.client) ?? [];
    let [low, high] = [0, of.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const struct = of[middle];
      if (!struct) break;
      if (id.clock < struct.id.clock) high = middle - 1;
      else if (id.clock >= struct.id.clock + struct.length) low = middle + 1;
      else if (struct instanceof Skip) break;
      else return struct;
    }
    return id.clock < getState(this.#document.store, id.client)
      ? getItem(this.#document.store, id)
      : undefined;
  }

  #root(name: string): Place {
    if (name.length > MAX_ROOT_NAME) refuse('the name of a root');
    const known = this.#places.get(name);
    if (known) return known;
    const kind = name === FRAGMENT ? 'notes' : 'elsewhere';
    const place: Place = { kind, name: '', depth: 0, added: [], changed: new Map() };
    this.#places.set(name, place);
    const fresh = [...this.#places.keys()].filter(
      (it) => typeof it === 'string' && !this.#document.share.has(it),
    );
    if (this.#document.share.size + fresh.length > MAX_ROOTS) refuse('too many roots');
    return place;
  }

  /** A type that the document has. */
  #existing(type: AbstractType<unknown>): Place {
    const way: AbstractType<unknown>[] = [];
    let at: AbstractType<unknown> | null = type;
    while (at && !this.#places.has(at)) {
      way.push(at);
      at = at.parent as AbstractType<unknown> | null;
    }
    let place = at ? this.#places.get(at) : undefined;
    for (const it of way.reverse()) {
      const isNotes = it === this.#document.share.get(FRAGMENT);
      place = place
        ? placeOf(it, place)
        : {
            kind: isNotes ? 'notes' : 'elsewhere',
            name: '',
            depth: 0,
            added: [],
            changed: new Map(),
          };
      place.type = it;
      this.#places.set(it, place);
    }
    return place ?? refuse('a type without a place');
  }

  /** The type that an item of the update is. */
  #placeOf(item: Item, content: ContentType, parent: Place): Place {
    const known = this.#places.get(item);
    if (known) return known;
    const place = placeOf(content.type as AbstractType<unknown>, parent);
    this.#places.set(item, place);
    return place;
  }
}

function placeOf(type: AbstractType<unknown>, parent: Place): Place {
  const made = { depth: parent.depth + 1, parent, added: [], changed: new Map() };
  if (parent.kind === 'elsewhere') return { kind: 'elsewhere', name: '', ...made };
  if (type.constructor === XmlElement)
    return { kind: 'element', name: (type as XmlElement).nodeName, ...made };
  return { kind: type.constructor === XmlText ? 'text' : 'elsewhere', name: '', ...made };
}

function lookText({ content }: Item): number {
  if (content instanceof ContentString)
    return content.str.length > MAX_TEXT ? refuse('a text without end') : 0;
  if (!(content instanceof ContentFormat)) return refuse('something in a text');
  const { key, value } = content as unknown as { key: string; value: unknown };
  // Overlapping marks of the same type are distinguished by a hash.
  if (!Object.hasOwn(notesSchema().marks, key.split('--')[0] ?? ''))
    return refuse(`a mark ${key.slice(0, 40)}`);
  return holdsMark(value) ? 0 : refuse('the value of a mark');
}

function lookElsewhere({ content }: Item, place: Place): number {
  if (content instanceof ContentType && place.depth >= MAX_DEPTH)
    return refuse('types too deep in each other');
  if (content instanceof ContentAny && !content.arr.every(isSmall))
    return refuse('a value without end');
  return 0;
}

/** A table as it would be: what is there, and what is added. */
function rowsOf(table: Place): Cell[][] {
  const there = elementsOf(table.type).map((row) => cellsOf(row, table.changed.get(row)));
  return [...there, ...table.added.map((row) => cellsOf(undefined, row))];
}

function cellsOf(row: XmlElement | undefined, given: Place | undefined): Cell[] {
  const there = elementsOf(row).map((cell): Cell => {
    const [colspan, rowspan] = cellOf(cell);
    const change = given?.changed.get(cell);
    return [change?.colspan ?? colspan, change?.rowspan ?? rowspan];
  });
  return [
    ...there,
    ...(given?.added ?? []).map((cell): Cell => [cell.colspan ?? 1, cell.rowspan ?? 1]),
  ];
}
