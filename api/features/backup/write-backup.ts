/**
 * Writes a backup as one file: rows of one snapshot, then files, then a manifest of both. It is
 * streamed, so nothing is completely in memory.
 */
import type { Readable } from 'node:stream';
import { Fault } from '#core/contract/faults.ts';
import type { FileStore } from '#pipeline/library/index.ts';
import { ZipWriter, type Written } from '../../archive/zip-writer.ts';
import { fileName, FORM, indexName, MANIFEST, rowsName, type Manifest } from './manifest.ts';
import { RowHash, type RowReader, type Table } from './rows.ts';

export interface BackupPorts {
  reader: RowReader;
  files: FileStore;
  version: string;
  now: Date;
  /** copies of the index to include, by name */
  index?: readonly { name: string; stream(): Readable }[];
  /** called from time to time */
  onProgress?: (what: string) => void;
}
export interface RunningBackup {
  output: Readable;
  /** resolves when `output` was read completely */
  done: Promise<Manifest>;
}

/** Rows are sent in pieces of about this size. */
const PIECE_CHARS = 2 ** 16;

export function writeBackup(ports: BackupPorts): RunningBackup {
  const zip = new ZipWriter(ports.now);
  const done = write(zip, ports).catch((error: unknown) => {
    zip.fail(error);
    throw error;
  });
  return { output: zip.output, done };
}

async function write(
  zip: ZipWriter,
  { reader, files, version, now, index = [], onProgress: tell = () => undefined }: BackupPorts,
): Promise<Manifest> {
  const entries: Written[] = [];
  const tables: Manifest['tables'] = [];
  const sequences = await reader.sequences();
  const migrations: string[] = [];
  for (const table of reader.tables) {
    tell(table.name);
    const hash = new RowHash(table.columns);
    const at = table.columns.findIndex((it) => it.name === 'name');
    entries.push(
      await zip.add(
        rowsName(table.name),
        lines(reader, table, hash, (row) => {
          if (table.name === 'migrations') migrations.push(String(row[at]));
        }),
      ),
    );
    tables.push({ name: table.name, rows: hash.count, hash: hash.digest() });
  }
  const missing: string[] = [];
  for await (const { key, size } of files.list()) {
    tell('files');
    const open = async () => ({
      // Compressed if the store compresses it, too.
      compress: (await files.size(key)) > size,
      stream: await files.stream(key),
    });
    const file = await open().catch((error: unknown) => {
      // Deleted after it was listed.
      if (error instanceof Fault && error.code === 'absent') return undefined;
      throw error;
    });
    if (file)
      entries.push(
        await zip.add(fileName(key), file.stream as AsyncIterable<Uint8Array>, {
          compress: file.compress,
        }),
      );
    else missing.push(key);
  }
  for (const { name, stream } of index)
    entries.push(await zip.add(indexName(name), stream() as AsyncIterable<Uint8Array>));
  const manifest: Manifest = {
    gloss: 'backup',
    form: FORM,
    version,
    createdAt: now.toISOString(),
    dialect: reader.dialect,
    migrations: migrations.sort(),
    tables,
    sequences,
    entries: [...entries],
    gone: missing,
  };
  const written = zip.text(MANIFEST, JSON.stringify(manifest));
  zip.end();
  await written;
  return manifest;
}

async function* lines(
  reader: RowReader,
  table: Table,
  hash: RowHash,
  see: (row: readonly unknown[]) => void,
): AsyncIterable<Uint8Array> {
  let piece = `${JSON.stringify({ table: table.name, columns: table.columns })}\n`;
  for await (const row of reader.rows(table)) {
    hash.add(row);
    see(row);
    piece += `${JSON.stringify(row)}\n`;
    if (piece.length < PIECE_CHARS) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
}
