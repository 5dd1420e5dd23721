/** Reads a backup, after checking it completely. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { openZip, type OpenZip } from '#config/zip-reader.ts';
import { Header, keyOf, Manifest, MANIFEST, rowsName } from './manifest.ts';
import { readLines } from './read-lines.ts';
import { RowHash, type Column, type Row } from './rows.ts';

/**
 * The manifest's counts and hashes limit the size, because it lists the unpacked size of every
 * file.
 */
const LIMITS = { entries: 2_000_000, bytes: Number.MAX_SAFE_INTEGER, ratio: 2000 };
/** Less than the longest string; a row with the text of a source has a few million. */
const MAX_LINE_CHARS = 256 * 2 ** 20;
const MAX_MANIFEST_BYTES = 512 * 2 ** 20;
const RowLine = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]));

export interface TableRows {
  columns: readonly Column[];
  rows: AsyncIterable<Row>;
}
export interface OpenBackup {
  manifest: Manifest;
  /** Checks all content. Faults: `corrupt_file`, which names what is damaged. */
  check(tell?: (what: string) => void): Promise<void>;
  rows(table: string): Promise<TableRows>;
  read(name: string): AsyncIterable<Uint8Array>;
  close(): void;
}
const damaged = (message: string, cause?: unknown): Fault =>
  new Fault('corrupt_file', { message: `This backup is damaged: ${message}`, cause });

/** Faults: `corrupt_file`; `absent` if the file does not exist. */
export async function openBackup(path: string): Promise<OpenBackup> {
  const zip = await openZip(path, LIMITS).catch((error: unknown) => {
    throw error instanceof Fault && error.code !== 'absent' ? damaged(error.message, error) : error;
  });
  try {
    const manifest = await manifestOf(zip);
    return {
      manifest,
      check: (tell) => check(zip, manifest, tell),
      rows: (table) => openRows(zip, table),
      read: (name) => whole(zip, name),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function manifestOf(zip: OpenZip): Promise<Manifest> {
  const size = zip.sizes.get(MANIFEST);
  if (size === undefined)
    throw new Fault('corrupt_file', {
      message:
        'This file is not a Gloss backup: it has no manifest.json. To import the output of `gloss export`, use `gloss import`.',
    });
  if (size > MAX_MANIFEST_BYTES) throw damaged('its manifest is larger than any.');
  let json: unknown;
  try {
    json = JSON.parse(await textOf(zip.read(MANIFEST)));
  } catch (error) {
    throw damaged('its manifest cannot be read.', error);
  }
  const form: unknown =
    typeof json === 'object' && json !== null && 'form' in json ? json.form : undefined;
  if (typeof form === 'number' && form > 1)
    throw new Fault('corrupt_file', {
      message: 'This backup was made by a newer Gloss. Restore it with that version.',
    });
  const parsed = Manifest.safeParse(json);
  if (!parsed.success) throw damaged('its manifest is not of the right form.', parsed.error);
  return parsed.data;
}
async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(chunks)).toString('utf8');
}

/** Yields a file and checks its size and hash. */
async function* whole(zip: OpenZip, name: string): AsyncIterable<Uint8Array> {
  try {
    yield* zip.read(name);
  } catch (error) {
    throw error instanceof Fault ? damaged(error.message, error) : error;
  }
}

async function check(
  zip: OpenZip,
  manifest: Manifest,
  tell: (what: string) => void = () => undefined,
): Promise<void> {
  const declared = new Map(manifest.entries.map((it) => [it.name, it]));
  for (const name of zip.sizes.keys())
    if (name !== MANIFEST && !declared.has(name))
      throw damaged(`${name} is in it, and its manifest does not know of it.`);
  for (const { name, size, sha256 } of manifest.entries) {
    tell(name.split('/', 1)[0] ?? name);
    if (!zip.sizes.has(name)) throw damaged(`${keyOf(name) ?? name} is missing.`);
    const hash = createHash('sha256');
    let read = 0;
    for await (const chunk of whole(zip, name)) {
      read += chunk.byteLength;
      hash.update(chunk);
    }
    if (read !== size || hash.digest('hex') !== sha256)
      throw damaged(`${name} is not what it was when it was packed.`);
  }
  for (const { name, rows, hash } of manifest.tables) {
    const table = await openRows(zip, name);
    const found = new RowHash(table.columns);
    for await (const row of table.rows) found.add(row);
    if (found.count !== rows || found.digest() !== hash)
      throw damaged(`the rows of ${name} are not those that were counted.`);
  }
}

function parsedLine(line: string, table: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw damaged(`a row of ${table} cannot be read.`, error);
  }
}

async function openRows(zip: OpenZip, table: string): Promise<TableRows> {
  const lines = readLines(whole(zip, rowsName(table)), MAX_LINE_CHARS)[Symbol.asyncIterator]();
  const first = await lines.next();
  const header = Header.safeParse(first.done ? undefined : parsedLine(first.value, table));
  if (!header.success || header.data.table !== table)
    throw damaged(`the rows of ${table} do not say what they are.`, header.error);
  const { columns } = header.data;
  async function* rows(): AsyncIterable<Row> {
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      const row = RowLine.safeParse(parsedLine(next.value, table));
      if (!row.success || row.data.length !== columns.length)
        throw damaged(`a row of ${table} is not of the right form.`, row.error);
      yield row.data;
    }
  }
  return { columns, rows: rows() };
}
