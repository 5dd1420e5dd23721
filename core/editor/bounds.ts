/**
 * The maximum size of notes. The server rejects changes beyond it and repairs older notes; the page
 * and `cleanDoc` replace values beyond it by their fallback. Attributes of Gloss blocks are
 * validated by `clean` wherever they are read, so only their size is bounded here.
 */
import { blockOf } from './blocks/registry.ts';
import { MAX_INDENT, SHARED_ATTRIBUTES } from './fields.ts';
import { notesSchema } from './schema.ts';

/** Maximum nesting of nodes, from the top level on. */
export const MAX_DEPTH = 64;
/** Nodes and texts of one document. 10,000 list items are 30,000. */
export const MAX_NODES = 100_000;
/** Columns × rows of a table, including missing cells, because those are drawn too. */
export const MAX_TABLE_CELLS = 20_000;
/** Characters of one text node. */
export const MAX_TEXT = 2 ** 20;

/** Size of one attribute value as JSON. */
const MAX_VALUE_CHARS = 500_000;
const MAX_VALUE_PARTS = 20_000;
const MAX_VALUE_DEPTH = 32;
const MAX_MARK_CHARS = 8192;
const MAX_MARK_ATTRIBUTES = 16;
const MAX_ID_CHARS = 64;
const MAX_WORD_CHARS = 100;
const MAX_SPAN = 100;
/** The largest start number of a list. */
const MAX_START = 1e9;
const MAX_COLUMN_PX = 10_000;

export interface Bound {
  accepts(value: unknown): boolean;
  fallback: unknown;
}

const isInteger = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
const integer = (min: number, max: number, fallback: number): Bound => ({
  accepts: (value) => isInteger(value, min, max),
  fallback,
});
const words = (maxChars: number): Bound => ({
  accepts: (value) => value === null || (typeof value === 'string' && value.length <= maxChars),
  fallback: null,
});
const flag: Bound = { accepts: (value) => typeof value === 'boolean', fallback: false };
const widths: Bound = {
  accepts: (value) =>
    value === null ||
    (Array.isArray(value) &&
      value.length <= MAX_SPAN &&
      value.every((width) => isInteger(width, 0, MAX_COLUMN_PX))),
  fallback: null,
};

/** For every node. */
const IDENTITY: Readonly<Record<string, Bound>> = {
  ...Object.fromEntries(Object.keys(SHARED_ATTRIBUTES).map((name) => [name, words(MAX_ID_CHARS)])),
  indent: integer(0, MAX_INDENT, 0),
};
/** For nodes other than Gloss blocks. */
const TEXT_NODES: Readonly<Record<string, Bound>> = {
  colspan: integer(1, MAX_SPAN, 1),
  rowspan: integer(1, MAX_SPAN, 1),
  colwidth: widths,
  align: words(MAX_WORD_CHARS),
  level: integer(1, 3, 3),
  start: integer(-MAX_START, MAX_START, 1),
  type: words(MAX_WORD_CHARS),
  checked: flag,
  language: words(MAX_WORD_CHARS),
};

/** Undefined for an attribute of a block, which its `clean` bounds. */
export function boundOf(node: string, attribute: string): Bound | undefined {
  if (Object.hasOwn(IDENTITY, attribute)) return IDENTITY[attribute];
  return !blockOf(node) && Object.hasOwn(TEXT_NODES, attribute) ? TEXT_NODES[attribute] : undefined;
}

/** Whether a node has this attribute. */
export const isAttribute = (node: string, attribute: string): boolean =>
  Object.hasOwn(notesSchema().nodes[node]?.spec.attrs ?? {}, attribute);

export function isAttributeWithinBounds(node: string, attribute: string, value: unknown): boolean {
  return boundOf(node, attribute)?.accepts(value) ?? isWithinSize(value);
}

/** Attributes of a mark are few, flat and short. */
export function isMarkWithinBounds(value: unknown): boolean {
  if (value === null || value === true) return true;
  if (!isPlain(value)) return false;
  const values = Object.values(value);
  return values.length <= MAX_MARK_ATTRIBUTES && values.every(isFlat);
}

/** The attributes of a mark that are within their bounds. */
export const flatAttributes = (
  attributes: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => isFlat(value)));

const isFlat = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  typeof value === 'boolean' ||
  typeof value === 'number' ||
  (typeof value === 'string' && value.length <= MAX_MARK_CHARS);

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** JSON that is neither too long nor too deep. */
export function isWithinSize(value: unknown): boolean {
  let [chars, parts] = [0, 0];
  const fits = (part: unknown, depth: number): boolean => {
    parts += 1;
    if (parts > MAX_VALUE_PARTS || depth > MAX_VALUE_DEPTH || chars > MAX_VALUE_CHARS) return false;
    if (typeof part === 'string') {
      chars += part.length;
      return chars <= MAX_VALUE_CHARS;
    }
    if (Array.isArray(part)) return part.every((it) => fits(it, depth + 1));
    if (isPlain(part))
      return Object.entries(part).every(
        ([name, it]) => fits(name, depth + 1) && fits(it, depth + 1),
      );
    return (
      part === null || part === undefined || typeof part === 'boolean' || typeof part === 'number'
    );
  };
  return fits(value, 0);
}

/** Cells as `[colspan, rowspan]`, row by row. Returns an upper bound of columns × rows. */
export function tableArea(rows: readonly (readonly (readonly [number, number])[])[]): number {
  let [widest, hanging] = [0, 0];
  for (const row of rows) {
    let width = 0;
    for (const [colspan, rowspan] of row) {
      width += colspan;
      // A cell can also span rows below its own.
      if (rowspan > 1) hanging += colspan;
    }
    widest = Math.max(widest, width);
  }
  return (widest + hanging) * rows.length;
}
