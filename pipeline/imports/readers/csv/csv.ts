import type { ParsedImport } from '#core/contract/import.ts';
import { Fault } from '#core/contract/faults.ts';
import type { ImportInput, Reader } from '../contract.ts';
import { fieldName, entryFrom } from '../fields.ts';
import { Reading, type ParsedEntry, type ParsedHighlight } from '../reading.ts';
import { guessDelimiter, joinShortRows, readRows, type Row } from './rows.ts';
import { plainCsv, SERVICES, type CsvService } from './services.ts';

interface Table {
  service: CsvService;
  columns: string[];
  /** false if the first row is an entry */
  header: boolean;
  delimiter: string;
  /** where the first row begins */
  from: number;
}
type Document = ParsedEntry & { highlights: ParsedHighlight[]; tags: string[] };

const isAddress = (cell: string): boolean => /^\s*https?:\/\/[^\s/]+/i.test(cell);

/**
 * Derives the structure of the table from its first rows; undefined if no column contains
 * addresses.
 */
function tableOf(text: string): Table | undefined {
  // Excel's line that names the delimiter.
  const named = /^sep=(.)\n/.exec(text);
  const from = named?.[0].length ?? 0;
  const delimiter = named?.[1] ?? guessDelimiter(text);
  const [first, ...others] = readRows(text.slice(from, from + 65_536), delimiter).rows;
  if (first === undefined) return undefined;
  const columns = first.cells.map(fieldName);
  const service = SERVICES.find((one) => one.recognises(new Set(columns)));
  if (service !== undefined && !first.cells.some(isAddress))
    return { service, columns, header: true, delimiter, from };
  const sample = first.cells.some(isAddress)
    ? [first, ...others.slice(0, 20)]
    : others.slice(0, 20);
  const width = first.cells.length;
  const at = first.cells.findIndex(
    (_, column) => sample.length > 0 && sample.every(({ cells }) => isAddress(cells[column] ?? '')),
  );
  if (at < 0 || width < 2) return undefined;
  // Without a header, the first column that isn't the address is the title.
  const title = first.cells.findIndex((cell, column) => column !== at && !isAddress(cell));
  const header = sample[0] !== first;
  return {
    service: plainCsv,
    columns: columns.map((name, column) =>
      column === at ? 'url' : header ? name : column === title ? 'title' : `column${column}`,
    ),
    header,
    delimiter,
    from,
  };
}

/** Reads a row by the rules of its service. */
function found(table: Table, row: Row): { found: ParsedEntry; fields: Map<string, unknown> } {
  const fields = new Map<string, unknown>();
  const last = table.columns.length - 1;
  // Surplus cells come from delimiters within the last cell and belong to it.
  table.columns.forEach((name, at) => {
    if (!fields.has(name))
      fields.set(name, at === last ? row.cells.slice(at).join(table.delimiter) : row.cells[at]);
  });
  return { fields, found: table.service.read(fields, entryFrom(fields, row.line)) };
}

function read(input: ImportInput, table: Table): ParsedImport {
  const reading = new Reading();
  const { rows, broken } = readRows(input.text, table.delimiter, table.from);
  for (const it of broken)
    reading.skip(
      it.line,
      it.text,
      'A quotation mark in this line is out of place. Fix the line and import it again.',
    );
  const whole = joinShortRows(
    table.header ? rows.slice(1) : rows,
    table.columns.length,
    (row) => found(table, row).found.url !== undefined,
  );
  /** by document, or by line for rows without one */
  const documents = new Map<string | number, Document>();
  for (const row of whole) {
    const { fields, found: one } = found(table, row);
    if (one.url === undefined) {
      reading.skip(
        row.line,
        row.cells.filter((cell) => cell.trim() !== '').join(' – '),
        table.service.why ?? 'This row holds no address. Find the page and add its link.',
      );
      continue;
    }
    const key = table.service.document?.(fields);
    const before = key === undefined ? undefined : documents.get(key);
    if (before === undefined)
      documents.set(key ?? row.line, {
        ...one,
        highlights: [...(one.highlights ?? [])],
        tags: [...(one.tags ?? [])],
      });
    else {
      before.highlights.push(...(one.highlights ?? []));
      before.tags.push(...(one.tags ?? []));
    }
  }
  for (const one of documents.values()) reading.add(one);
  return reading.as(table.service.format, table.service.label);
}

/**
 * Reads exports of services and any table with a column of addresses; without a header, the first
 * row is an entry.
 */
export const csv: Reader = {
  formats: ['csv'],
  called: 'a CSV table',
  recognises(input) {
    if (input.json !== undefined || input.root !== undefined) return false;
    const table = tableOf(input.text);
    // Rows of two words and an address may also be a list of links with titles: then the file name decides.
    return (
      table !== undefined &&
      (table.header || /\.(csv|tsv|tab)$/i.test(input.name)) &&
      (table.columns.length > 1 || /\.csv$/i.test(input.name))
    );
  },
  read(input) {
    const table = tableOf(input.text);
    if (table === undefined)
      throw new Fault('bad_request', {
        message: `${input.name === '' ? 'This table' : input.name} has no column of addresses. Name one \`url\`.`,
      });
    return read(input, table);
  },
};
