/**
 * Checks an update before it is applied: what it adds to the notes must be of the kinds, values,
 * depths and sizes that notes may have (`core/editor/bounds.ts`). Nothing is applied to find out.
 * An item that builds on something missing is ignored here, because Yjs does not apply it either.
 */
import {
  ContentAny,
  ContentDeleted,
  ContentDoc,
  ContentFormat,
  ContentString,
  ContentType,
  decodeUpdate,
  type Doc,
  getState,
  type ID,
  Item,
  type XmlElement,
} from 'yjs';
import {
  isAttributeWithinBounds,
  isMarkWithinBounds,
  isAttribute,
  isWithinSize,
  MAX_DEPTH,
  MAX_TABLE_CELLS,
  MAX_TEXT,
  tableArea,
} from '#core/editor/bounds.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { InvalidUpdate, refuse } from './invalid-update.ts';
import { type Cell, cellOf, elementsOf } from './table-cells.ts';
import { type Struct, type TypeInfo, TypeResolver } from './type-resolver.ts';

/** Structs in one update. Each takes about 200 bytes of memory. */
const MAX_STRUCTS = 400_000;

export type Verdict =
  | {
      /** Why the update may not be applied. */
      fault: string;
    }
  | {
      fault?: undefined;
      /** The number of nodes that the update adds. */
      nodes: number;
    };

export function checkUpdate(document: Doc, update: Uint8Array): Verdict {
  try {
    const { structs } = decodeUpdate(update);
    if (structs.length > MAX_STRUCTS) refuse('too many pieces');
    return { nodes: new Check(document, structs).run() };
  } catch (error) {
    if (error instanceof InvalidUpdate) return { fault: error.message };
    return { fault: `not an update: ${error instanceof Error ? error.message : String(error)}` };
  }
}

class Check {
  readonly #document: Doc;
  readonly #types: TypeResolver;
  readonly #tables = new Set<TypeInfo>();

  constructor(document: Doc, structs: readonly Struct[]) {
    this.#document = document;
    this.#types = new TypeResolver(document, structs);
  }

  /** Returns the number of nodes that the update adds. Throws `InvalidUpdate`. */
  run(): number {
    let nodes = 0;
    for (const [client, structs] of this.#types.structs) {
      const known = getState(this.#document.store, client);
      for (const struct of structs) {
        if (struct instanceof Item && struct.id.clock + struct.length > known)
          nodes += this.#item(struct);
      }
    }
    for (const table of this.#tables)
      if (tableArea(rowsOf(table)) > MAX_TABLE_CELLS) refuse('a table without end');
    return nodes;
  }

  #item(item: Item): number {
    for (const id of [
      item.origin,
      item.rightOrigin,
      typeof item.parent === 'string' ? null : (item.parent as ID | null),
    ]) {
      if (id && id.client === item.id.client && id.clock >= item.id.clock)
        refuse('a piece before its past');
    }
    const position = this.#types.position(item);
    // Its parent was deleted or is missing.
    if (!position || item.content instanceof ContentDeleted) return 0;
    const { type, key } = position;
    if (item.content instanceof ContentDoc) refuse('a document within');
    if (type.kind === 'elsewhere') return checkElsewhere(item, type);
    if (key !== null) return this.#attribute(item, type, key);
    if (item.content instanceof ContentType) return this.#node(item, item.content, type);
    if (type.kind !== 'text') return refuse('something among the blocks');
    return checkText(item);
  }

  #attribute({ content }: Item, type: TypeInfo, key: string): number {
    const value: unknown =
      content instanceof ContentAny && content.arr.length === 1
        ? content.arr[0]
        : refuse('an attribute of another kind');
    if (type.kind !== 'element' || !isAttribute(type.name, key))
      return refuse(`an attribute ${key.slice(0, 40)}`);
    if (!isAttributeWithinBounds(type.name, key, value))
      return refuse(`the value of ${type.name} ${key}`);
    if (key === 'colspan') type.colspan = value as number;
    if (key === 'rowspan') type.rowspan = value as number;
    if (key === 'colspan' || key === 'rowspan') this.#noteTable(type);
    return 0;
  }

  #node(item: Item, content: ContentType, parent: TypeInfo): number {
    if (parent.kind === 'text') return refuse('a block in a text');
    const type = this.#types.typeOf(item, content, parent);
    const { nodes } = notesSchema();
    if (type.kind === 'text') {
      if (parent.kind !== 'element' || !nodes[parent.name]?.inlineContent)
        return refuse('text among the blocks');
    } else if (
      type.kind !== 'element' ||
      !nodes[type.name] ||
      type.name === 'doc' ||
      type.name === 'text'
    )
      return refuse(`a block ${type.name.slice(0, 40)}`);
    if (type.kind === 'element' && type.depth > MAX_DEPTH)
      return refuse('blocks too deep in each other');
    parent.added.push(type);
    this.#noteTable(type);
    return 1;
  }

  /** Records the table of a changed row or cell. Its size is checked after all items. */
  #noteTable(part: TypeInfo): void {
    const { parent } = part;
    if (parent?.name !== 'table' && parent?.name !== 'tableRow') return;
    if (part.type) parent.changed.set(part.type, part);
    if (parent.name === 'table') this.#tables.add(parent);
    else this.#noteTable(parent);
  }
}

function checkText({ content }: Item): number {
  if (content instanceof ContentString)
    return content.str.length > MAX_TEXT ? refuse('a text without end') : 0;
  if (!(content instanceof ContentFormat)) return refuse('something in a text');
  const { key, value } = content as unknown as { key: string; value: unknown };
  // Overlapping marks of the same type are distinguished by a hash.
  if (!Object.hasOwn(notesSchema().marks, key.split('--')[0] ?? ''))
    return refuse(`a mark ${key.slice(0, 40)}`);
  return isMarkWithinBounds(value) ? 0 : refuse('the value of a mark');
}

function checkElsewhere({ content }: Item, type: TypeInfo): number {
  if (content instanceof ContentType && type.depth >= MAX_DEPTH)
    return refuse('types too deep in each other');
  if (content instanceof ContentAny && !content.arr.every(isWithinSize))
    return refuse('a value without end');
  return 0;
}

/** The rows that a table will have: existing and added ones. */
function rowsOf(table: TypeInfo): Cell[][] {
  const existing = elementsOf(table.type).map((row) => cellsOf(row, table.changed.get(row)));
  return [...existing, ...table.added.map((row) => cellsOf(undefined, row))];
}

function cellsOf(row: XmlElement | undefined, update: TypeInfo | undefined): Cell[] {
  const existing = elementsOf(row).map((cell): Cell => {
    const [colspan, rowspan] = cellOf(cell);
    const change = update?.changed.get(cell);
    return [change?.colspan ?? colspan, change?.rowspan ?? rowspan];
  });
  return [
    ...existing,
    ...(update?.added ?? []).map((cell): Cell => [cell.colspan ?? 1, cell.rowspan ?? 1]),
  ];
}
