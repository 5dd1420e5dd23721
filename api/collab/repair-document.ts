/**
 * Repairs notes from before updates were checked: values outside the bounds
 * (`core/editor/bounds.ts`) get their fallback or are removed. Unknown blocks, attributes and marks
 * stay.
 */
import {
  ContentAny,
  ContentEmbed,
  ContentFormat,
  ContentString,
  ContentType,
  type Doc,
  type Item,
  XmlElement,
  type XmlFragment,
  XmlText,
} from 'yjs';
import {
  boundOf,
  isAttributeWithinBounds,
  isMarkWithinBounds,
  MAX_DEPTH,
  MAX_TABLE_CELLS,
  tableArea,
} from '#core/editor/bounds.ts';
import { type Cell, cellOf, elementsOf } from './table-cells.ts';

/** Yjs deletes a tree recursively, and this many levels fit on its stack. */
const LEVELS_AT_ONCE = 500;

interface Found {
  /** content that notes can't have, to be removed */
  foreign: Item[];
  /** nodes that are nested too deeply, by depth */
  deep: Map<number, Item[]>;
  attributes: { element: XmlElement; name: string; fallback: unknown }[];
  marks: { text: XmlText; name: string }[];
  tables: XmlElement[];
}

/** Returns the number of repairs. */
export function repairDocument(document: Doc, notes: XmlFragment): number {
  const { foreign, deep, attributes, marks, tables } = lookOver(notes);
  const takeOut = (items: readonly Item[]): void => {
    document.transact(
      (transaction) => {
        for (const item of items) if (!item.deleted) item.delete(transaction);
      },
      { source: 'local' },
    );
  };
  // Deepest first, so that no step removes too many levels.
  const depths = [...deep.keys()].toSorted((one, other) => other - one);
  const isStep = (depth: number): boolean =>
    depth === MAX_DEPTH + 1 || (depth - MAX_DEPTH - 1) % LEVELS_AT_ONCE === 0;
  for (const depth of depths.filter(isStep)) takeOut(deep.get(depth) ?? []);
  if (foreign.length > 0) takeOut(foreign);
  if (attributes.length + marks.length > 0) {
    document.transact(
      () => {
        for (const { element, name, fallback } of attributes)
          mendAttribute(element, name, fallback);
        for (const { text, name } of marks) text.format(0, text.length, { [name]: null });
      },
      { source: 'local' },
    );
  }
  const endless = tables.filter((table) => tableArea(cellsOf(table)) > MAX_TABLE_CELLS);
  if (endless.length > 0) takeOut(endless.flatMap(({ _item }) => (_item ? [_item] : [])));
  return (
    foreign.length +
    (deep.get(MAX_DEPTH + 1)?.length ?? 0) +
    attributes.length +
    marks.length +
    endless.length
  );
}

function mendAttribute(element: XmlElement, name: string, fallback: unknown): void {
  if (fallback === null || fallback === undefined) element.removeAttribute(name);
  // Block attributes are any JSON, although the type only allows strings.
  else element.setAttribute(name, fallback as string);
}

function lookOver(notes: XmlFragment): Found {
  const found: Found = { foreign: [], deep: new Map(), attributes: [], marks: [], tables: [] };
  const open: { parent: XmlFragment; depth: number }[] = [{ parent: notes, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    for (let item = next.parent._start; item; item = item.right) {
      if (item.deleted) continue;
      const { depth } = next;
      const type: unknown = item.content instanceof ContentType ? item.content.type : undefined;
      if (type instanceof XmlText && next.parent !== notes) lookOverText(type, found);
      else if (type instanceof XmlElement) {
        if (depth > MAX_DEPTH) {
          const level = found.deep.get(depth) ?? [];
          found.deep.set(depth, level);
          level.push(item);
        } else lookOverElement(type, found);
        open.push({ parent: type, depth: depth + 1 });
      } else found.foreign.push(item);
    }
  }
  return found;
}

function lookOverElement(element: XmlElement, { attributes, tables }: Found): void {
  for (const [name, { content, deleted }] of element._map) {
    if (deleted) continue;
    const value: unknown = content instanceof ContentAny ? content.arr.at(-1) : undefined;
    if (content instanceof ContentAny && isAttributeWithinBounds(element.nodeName, name, value))
      continue;
    attributes.push({ element, name, fallback: boundOf(element.nodeName, name)?.fallback });
  }
  if (element.nodeName === 'table') tables.push(element);
}

function lookOverText(text: XmlText, { foreign, marks }: Found): void {
  for (let item = text._start; item; item = item.right) {
    const { content, deleted } = item;
    if (deleted || content instanceof ContentString) continue;
    if (content instanceof ContentFormat) {
      const { key, value } = content as unknown as { key: string; value: unknown };
      if (!isMarkWithinBounds(value)) marks.push({ text, name: key });
    } else if (
      content instanceof ContentEmbed ||
      content instanceof ContentType ||
      content instanceof ContentAny
    )
      foreign.push(item);
  }
}

const cellsOf = (table: XmlElement): Cell[][] =>
  elementsOf(table).map((row) => elementsOf(row).map(cellOf));
