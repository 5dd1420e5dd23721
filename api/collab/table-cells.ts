import { XmlElement } from 'yjs';

export type Cell = [colspan: number, rowspan: number];

const spanOf = (cell: XmlElement, name: string): number =>
  Number(cell.getAttribute(name) ?? 1) || 1;
export const cellOf = (cell: XmlElement): Cell => [
  spanOf(cell, 'colspan'),
  spanOf(cell, 'rowspan'),
];
/** The rows of a table, the cells of a row. */
export const elementsOf = (type: unknown): XmlElement[] =>
  type instanceof XmlElement ? type.toArray().filter((it) => it instanceof XmlElement) : [];
