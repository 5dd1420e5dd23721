/** The rows of a PostgreSQL database: read in one REPEATABLE READ transaction, written in one. */
import type pg from 'pg';
import { Fault } from '#core/contract/faults.ts';
import {
  parentsFirst,
  wholeNumber,
  type Column,
  type ColumnKind,
  type Row,
  type RowReader,
  type RowWriter,
  type Sequences,
  type Table,
  type Value,
} from './rows.ts';

const ROWS_AT_ONCE = 200;
/** of one INSERT; PostgreSQL's limit is 65,535 */
const MOST_PARAMETERS = 20_000;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const KINDS: Readonly<Record<string, ColumnKind>> = {
  boolean: 'bool',
  'timestamp with time zone': 'time',
  json: 'json',
  jsonb: 'json',
  integer: 'int',
  bigint: 'int',
  smallint: 'int',
  real: 'real',
  'double precision': 'real',
  bytea: 'bytes',
};
/** Columns sorted byte by byte, as SQLite does. */
const TEXTS = /^(text|character|character varying)$/;

async function connect(url: string): Promise<pg.Client> {
  // Values as PostgreSQL prints them; the column's type gives their meaning.
  const asText = {
    getTypeParser: () => (value: string) => value,
  } as unknown as pg.CustomTypesConfig;
  const { default: driver } = await import('pg');
  const client = new driver.Client({
    connectionString: url,
    application_name: 'gloss backup',
    types: asText,
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => {
    throw new Fault('unavailable', {
      message: `Couldn't reach PostgreSQL: ${cause instanceof Error ? cause.message : String(cause)}. Check GLOSS_DATABASE_URL and that the server runs.`,
      cause,
    });
  });
  return client;
}

interface Shape extends Table {
  order: string;
}
async function tablesOf(client: pg.Client): Promise<Shape[]> {
  const ask = async (sql: string) => (await client.query<Record<string, string>>(sql)).rows;
  const columns =
    await ask(`SELECT c.table_name AS "table", c.column_name AS name, c.data_type AS type FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position`);
  const keys =
    await ask(`SELECT c.conrelid::regclass::text AS "table", a.attname AS name, array_position(c.conkey, a.attnum)::text AS at FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey) WHERE c.contype = 'p' AND c.connamespace = current_schema()::regnamespace`);
  const refers = await ask(
    'SELECT conrelid::regclass::text AS "table", confrelid::regclass::text AS parent FROM pg_constraint WHERE contype = \'f\' AND connamespace = current_schema()::regnamespace',
  );
  const parents = new Map<string, Set<string>>();
  for (const { table = '', parent = '' } of refers)
    if (table !== parent) parents.set(table, (parents.get(table) ?? new Set()).add(parent));
  return parentsFirst(
    [...Map.groupBy(columns, (it) => it['table'] ?? '')].map(([name, own]) => {
      const key = keys
        .filter((it) => it['table'] === name)
        .toSorted((a, b) => Number(a['at']) - Number(b['at']))
        .map((it) => it['name'] ?? '');
      const isText = new Set(
        own.filter((it) => TEXTS.test(it['type'] ?? '')).map((it) => it['name'] ?? ''),
      );
      return {
        name,
        key,
        columns: own.map((it) => ({
          name: it['name'] ?? '',
          kind: KINDS[it['type'] ?? ''] ?? 'text',
        })),
        order:
          key.length > 0
            ? ` ORDER BY ${key.map((column) => `${quoted(column)}${isText.has(column) ? ' COLLATE "C"' : ''}`).join(', ')}`
            : '',
      };
    }),
    parents,
  );
}

function fromSql(kind: ColumnKind, value: string | null): Value {
  if (value === null) return null;
  if (kind === 'bool') return value === 't';
  if (kind === 'int') return wholeNumber(value);
  if (kind === 'real') return Number(value);
  if (kind === 'bytes') return Buffer.from(value.slice(2), 'hex').toString('base64');
  return kind === 'time'
    ? new Date(`${value.replace(' ', 'T').replace(/\+00$/, '')}Z`).toISOString()
    : value;
}
function toSql(kind: ColumnKind, value: Value): unknown {
  if (value === null) return null;
  return kind === 'bytes' ? Buffer.from(String(value), 'base64') : String(value);
}

async function sequencesOf(
  client: pg.Client,
): Promise<{ table: string; sequence: string; column: string }[]> {
  return (
    await client.query<{
      table: string;
      column: string;
      sequence: string;
    }>(`SELECT table_name AS "table", column_name AS "column", pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence
    FROM information_schema.columns WHERE table_schema = current_schema() AND column_default LIKE 'nextval(%' ORDER BY table_name`)
  ).rows;
}

async function readerOf(client: pg.Client, close: () => Promise<void>): Promise<RowReader> {
  const shapes = await tablesOf(client);
  return {
    dialect: 'postgres',
    tables: shapes,
    async sequences() {
      const found: Record<string, number> = {};
      for (const { table, sequence } of await sequencesOf(client)) {
        const {
          rows: [row],
        } = await client.query<{ last: string; called: string }>(
          `SELECT last_value AS last, is_called AS called FROM ${sequence}`,
        );
        if (row?.called === 't') found[table] = Number(row.last);
      }
      return found;
    },
    async *rows(table) {
      const { order } = shapes.find((it) => it.name === table.name) ?? { order: '' };
      await client.query(
        `DECLARE gloss_rows NO SCROLL CURSOR FOR SELECT ${table.columns.map((it) => quoted(it.name)).join(', ')} FROM ${quoted(table.name)}${order}`,
      );
      try {
        for (;;) {
          const { rows } = await client.query<(string | null)[]>({
            text: `FETCH ${ROWS_AT_ONCE} FROM gloss_rows`,
            rowMode: 'array',
          });
          for (const row of rows)
            yield table.columns.map(({ kind }, at) => fromSql(kind, row[at] ?? null));
          if (rows.length < ROWS_AT_ONCE) break;
        }
      } finally {
        await client.query('CLOSE gloss_rows');
      }
    },
    close,
  };
}

/** Faults: `unavailable`. */
export async function readPostgres(url: string): Promise<RowReader> {
  const client = await connect(url);
  try {
    await client.query(
      "SET TIME ZONE 'UTC'; SET bytea_output = 'hex'; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    );
    return await readerOf(client, () => client.end());
  } catch (error) {
    await client.end();
    throw error;
  }
}

export async function writePostgres(url: string): Promise<RowWriter> {
  const client = await connect(url);
  try {
    await client.query("SET TIME ZONE 'UTC'; SET bytea_output = 'hex'; BEGIN");
    const tables = await tablesOf(client);
    const reader = await readerOf(client, async () => undefined);
    return {
      tables,
      async clear() {
        await client.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')} CASCADE`);
      },
      async insert({ name }: Table, columns: readonly Column[], rows: AsyncIterable<Row>) {
        const into = `INSERT INTO ${quoted(name)} (${columns.map((it) => quoted(it.name)).join(', ')}) VALUES `;
        let page: unknown[][] = [];
        const send = async () => {
          if (page.length > 0)
            await client.query(
              into +
                page
                  .map(
                    (row, n) =>
                      `(${row.map((_, at) => `$${n * columns.length + at + 1}`).join(', ')})`,
                  )
                  .join(', '),
              page.flat(),
            );
          page = [];
        };
        for await (const row of rows) {
          page.push(columns.map(({ kind }, at) => toSql(kind, row[at] ?? null)));
          if (page.length === ROWS_AT_ONCE || (page.length + 1) * columns.length > MOST_PARAMETERS)
            await send();
        }
        await send();
      },
      async setSequences(sequences: Sequences) {
        for (const { table, sequence } of await sequencesOf(client)) {
          const last = sequences[table];
          if (last !== undefined && last > 0)
            await client.query('SELECT setval($1::regclass, $2::bigint)', [sequence, last]);
        }
      },
      reader: () => reader,
      async commit() {
        await client.query('COMMIT');
      },
      async close() {
        await client.end();
      },
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}
