import {
  AbstractType,
  ContentType,
  type decodeUpdate,
  type Doc,
  getItem,
  getState,
  type ID,
  Item,
  Skip,
  XmlElement,
  XmlText,
} from 'yjs';
import { refuse } from './invalid-update.ts';
import { FRAGMENT } from './stored-notes.ts';

/** Yjs counts in doubles; no real client reaches this clock. */
const MAX_CLOCK = 2 ** 40;
const MAX_ROOTS = 16;
const MAX_ROOT_NAME = 64;

export type Struct = ReturnType<typeof decodeUpdate>['structs'][number];

/** A type of the document or of the update, to which the update adds something. */
export interface TypeInfo {
  /** `elsewhere`: outside the notes, such as the counters that tests use. */
  kind: 'notes' | 'element' | 'text' | 'elsewhere';
  /** The name of an element. */
  name: string;
  depth: number;
  parent?: TypeInfo | undefined;
  /** Set if the document contains the type already. */
  type?: AbstractType<unknown>;
  /** The values of a table cell that the update sets. */
  colspan?: number;
  rowspan?: number;
  /** Types that the update adds to this one. */
  added: TypeInfo[];
  /** Existing children that the update changes: rows of a table, cells of a row. */
  changed: Map<unknown, TypeInfo>;
}
/** Where an item goes. `key` is set for an attribute. */
export interface Position {
  type: TypeInfo;
  key: string | null;
}

/** Finds the type into which each item of an update goes, in the update and in the document. */
export class TypeResolver {
  readonly #document: Doc;
  /** The structs of each client, in the order of their clocks. */
  readonly structs: ReadonlyMap<number, readonly Struct[]>;
  readonly #positions = new Map<Item, Position | undefined>();
  readonly #types = new Map<Item | AbstractType<unknown> | string, TypeInfo>();

  /** Throws `InvalidUpdate`. */
  constructor(document: Doc, structs: readonly Struct[]) {
    this.#document = document;
    this.structs = byClient(structs);
  }

  /**
   * Follows the item's neighbours and parents to a known position, and back. Returns undefined if
   * the update builds on something missing. Throws `InvalidUpdate`.
   */
  position(start: Item): Position | undefined {
    const way: { item: Item; isWithin: boolean }[] = [];
    let item = start;
    while (!this.#positions.has(item)) {
      // Undefined until it is found. Yjs never applies items that wait for each other.
      this.#positions.set(item, undefined);
      const beside = item.origin ?? item.rightOrigin;
      const parent = item.parent as string | ID | null;
      if (!beside && typeof parent === 'string') {
        this.#positions.set(item, { type: this.#root(parent), key: item.parentSub });
        break;
      }
      const id = beside ?? (parent as ID | null);
      const next = id ? this.#struct(id) : undefined;
      if (!(next instanceof Item)) break;
      if (next.parent instanceof AbstractType) {
        this.#positions.set(
          item,
          beside
            ? { type: this.#existing(next.parent), key: next.parentSub }
            : this.#within(item, next),
        );
        break;
      }
      way.push({ item, isWithin: !beside });
      item = next;
    }
    let last = item;
    for (const step of way.reverse()) {
      const found = this.#positions.get(last);
      if (!step.isWithin) this.#positions.set(step.item, found);
      else if (found && last.content instanceof ContentType)
        this.#positions.set(step.item, {
          type: this.typeOf(last, last.content, found.type),
          key: step.item.parentSub,
        });
      last = step.item;
    }
    return this.#positions.get(start);
  }

  /** Returns the type that an item of the update adds to `parent`. */
  typeOf(item: Item, content: ContentType, parent: TypeInfo): TypeInfo {
    const known = this.#types.get(item);
    if (known) return known;
    const type = childOf(content.type as AbstractType<unknown>, parent);
    this.#types.set(item, type);
    return type;
  }

  /** The position of an item whose parent is in the document. */
  #within(item: Item, parent: Item): Position | undefined {
    return parent.content instanceof ContentType
      ? { type: this.#existing(parent.content.type as AbstractType<unknown>), key: item.parentSub }
      : undefined;
  }

  #struct(id: ID): unknown {
    const structs = this.structs.get(id.client) ?? [];
    let [low, high] = [0, structs.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const struct = structs[middle];
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

  #root(name: string): TypeInfo {
    if (name.length > MAX_ROOT_NAME) refuse('the name of a root');
    const known = this.#types.get(name);
    if (known) return known;
    const root = rootInfo(name === FRAGMENT);
    this.#types.set(name, root);
    const added = [...this.#types.keys()].filter(
      (it) => typeof it === 'string' && !this.#document.share.has(it),
    );
    if (this.#document.share.size + added.length > MAX_ROOTS) refuse('too many roots');
    return root;
  }

  /** A type of the document. */
  #existing(type: AbstractType<unknown>): TypeInfo {
    const way: AbstractType<unknown>[] = [];
    let at: AbstractType<unknown> | null = type;
    while (at && !this.#types.has(at)) {
      way.push(at);
      at = at.parent as AbstractType<unknown> | null;
    }
    let info = at ? this.#types.get(at) : undefined;
    for (const it of way.reverse()) {
      info = info ? childOf(it, info) : rootInfo(it === this.#document.share.get(FRAGMENT));
      info.type = it;
      this.#types.set(it, info);
    }
    return info ?? refuse('a type without a place');
  }
}

function byClient(structs: readonly Struct[]): Map<number, Struct[]> {
  const grouped = new Map<number, Struct[]>();
  let last = -1;
  for (const struct of structs) {
    const { client, clock } = struct.id;
    const group = grouped.get(client) ?? [];
    if (group.length === 0) grouped.set(client, group);
    else if (client !== last || clock < (group.at(-1)?.id.clock ?? 0)) refuse('a client twice');
    if (clock + struct.length > MAX_CLOCK) refuse('a clock without end');
    group.push(struct);
    last = client;
  }
  return grouped;
}

const rootInfo = (isNotes: boolean): TypeInfo => ({
  kind: isNotes ? 'notes' : 'elsewhere',
  name: '',
  depth: 0,
  added: [],
  changed: new Map(),
});

function childOf(type: AbstractType<unknown>, parent: TypeInfo): TypeInfo {
  const info = { depth: parent.depth + 1, parent, added: [], changed: new Map() };
  if (parent.kind === 'elsewhere') return { kind: 'elsewhere', name: '', ...info };
  if (type.constructor === XmlElement)
    return { kind: 'element', name: (type as XmlElement).nodeName, ...info };
  return { kind: type.constructor === XmlText ? 'text' : 'elsewhere', name: '', ...info };
}
