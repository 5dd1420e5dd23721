/**
 * The deck as Anki reads it: its schema 11 (`rslib/src/storage/schema11.sql`), and what the readers
 * of its JSON require (`rslib/src/{notetype,decks,deckconfig}/schema11.rs`).
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Card } from './cards.ts';
import { collectionOf } from './to-apkg.ts';

const COLUMNS = {
  col: 'id crt mod scm ver dty usn ls conf models decks dconf tags',
  notes: 'id guid mid mod usn tags flds sfld csum flags data',
  graves: 'usn oid type',
  cards: 'id nid did ord mod usn type queue due ivl factor reps lapses left odue odid flags data',
  revlog: 'id cid usn ease ivl lastIvl factor time type',
};
const INDEXES = [
  'ix_cards_nid',
  'ix_cards_sched',
  'ix_cards_usn',
  'ix_notes_csum',
  'ix_notes_usn',
  'ix_revlog_cid',
  'ix_revlog_usn',
];
const int = z.int();
const Field = z.object({
  name: z.string().min(1),
  ord: int,
  sticky: z.boolean(),
  rtl: z.boolean(),
  font: z.string(),
  size: int,
});
const Template = z.object({
  name: z.string().min(1),
  ord: int,
  qfmt: z.string().min(1),
  afmt: z.string().min(1),
  bqfmt: z.string(),
  bafmt: z.string(),
  did: z.null(),
});
const Model = z.object({
  id: int,
  name: z.string(),
  type: z.literal(0),
  mod: int,
  usn: int,
  sortf: int,
  did: int,
  tmpls: z.array(Template).length(1),
  flds: z.array(Field),
  css: z.string(),
  req: z.array(z.tuple([int, z.enum(['any', 'all', 'none']), z.array(int)])),
});
const today = z.tuple([int, int]);
const Deck = z.object({
  id: int,
  mod: int,
  name: z.string().min(1),
  usn: int,
  lrnToday: today,
  revToday: today,
  newToday: today,
  timeToday: today,
  collapsed: z.boolean(),
  browserCollapsed: z.boolean(),
  desc: z.string(),
  dyn: z.literal(0),
  conf: int,
  extendNew: int,
  extendRev: int,
});
const Options = z.object({
  id: int,
  mod: int,
  name: z.string(),
  usn: int,
  maxTaken: int,
  autoplay: z.boolean(),
  timer: int,
  replayq: z.boolean(),
  dyn: z.boolean(),
  new: z.object({
    bury: z.boolean(),
    delays: z.array(z.number()),
    initialFactor: int,
    ints: z.tuple([int, int, int]),
    order: z.union([z.literal(0), z.literal(1)]),
    perDay: int,
  }),
  rev: z.object({
    bury: z.boolean(),
    ease4: z.number(),
    ivlFct: z.number(),
    maxIvl: int,
    perDay: int,
    hardFactor: z.number(),
  }),
  lapse: z.object({
    delays: z.array(z.number()),
    leechAction: z.union([z.literal(0), z.literal(1)]),
    leechFails: int,
    minInt: int,
    mult: z.number(),
  }),
});
const Json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text) => JSON.parse(text) as unknown)
    .pipe(z.record(z.string(), schema));
const Col = z.object({
  id: z.literal(1),
  ver: z.literal(11),
  crt: int,
  mod: int,
  scm: int,
  models: Json(Model),
  decks: Json(Deck),
  dconf: Json(Options),
  conf: Json(z.unknown()),
  tags: Json(z.unknown()),
});

const CARDS: Card[] = [
  {
    guid: 'abc',
    kind: 'question',
    front: '<p>Is 1 &lt; 2 &amp;&amp; “so”?</p><ol type="A"><li>Yes</li></ol>',
    back: 'Yes',
    source: '<a href="https://a.test">A talk · 01:23</a>',
  },
  { guid: 'def', kind: 'quote', front: '<blockquote>Words.</blockquote>', back: 'Ada', source: '' },
  { guid: 'ghi', kind: 'insight', front: '', back: 'Fur is air.', source: '' },
];
const folder = mkdtempSync(join(tmpdir(), 'gloss-apkg-'));
let db: DatabaseSync;
beforeAll(async () => {
  const path = join(folder, 'collection.anki2');
  writeFileSync(
    path,
    await collectionOf({
      id: 'thread',
      title: 'On a::b',
      cards: CARDS,
      now: new Date('2026-03-04T05:06:07Z'),
    }),
  );
  db = new DatabaseSync(path, { readOnly: true });
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true });
});
const all = (sql: string): Record<string, unknown>[] => db.prepare(sql).all();

it('has all tables and indexes of schema 11', () => {
  expect(all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(
    Object.fromEntries(
      all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => [
        name,
        all(`PRAGMA table_info(${String(name)})`)
          .map((it) => it['name'])
          .join(' '),
      ]),
    ),
  ).toEqual(COLUMNS);
  expect(
    all("SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name").map(
      (it) => it['name'],
    ),
  ).toEqual(INDEXES);
});

it('describes its notes and decks as Anki requires, each with its own id', () => {
  const { models, decks, dconf } = Col.parse(all('SELECT * FROM col')[0]);
  for (const it of [models, decks, dconf])
    for (const [id, { id: own }] of Object.entries(it)) expect(id).toBe(String(own));
  expect(Object.values(decks).map((it) => [it.name, String(it.conf) in dconf])).toEqual([
    ['Default', true],
    ['Gloss::On a: b', true],
  ]);
  for (const { flds, tmpls, req, sortf } of Object.values(models)) {
    expect(flds.map((it) => it.ord)).toEqual(flds.map((_, at) => at));
    expect(flds[sortf]).toBeDefined();
    for (const [, , fields] of req)
      for (const at of fields) expect(tmpls[0]?.qfmt).toContain(`{{${flds[at]?.name}}}`);
    for (const [, name] of `${tmpls[0]?.qfmt}${tmpls[0]?.afmt}`.matchAll(/\{\{[#^/]?([^}]+)\}\}/g))
      expect(['FrontSide', ...flds.map((it) => it.name)]).toContain(name);
  }
});

it('has a card for each note, in its deck, with a checksum of the first field', () => {
  const { models, decks } = Col.parse(all('SELECT * FROM col')[0]);
  const notes = all('SELECT * FROM notes ORDER BY guid');
  expect(
    notes.map((it) => [it['guid'], models[String(it['mid'])]?.name, it['tags'], it['sfld']]),
  ).toEqual([
    ['abc', 'Gloss question', ' gloss question ', 'Is 1 < 2 && “so”?Yes'],
    ['def', 'Gloss quote', ' gloss quote ', 'Words.'],
    ['ghi', 'Gloss insight', ' gloss insight ', 'Fur is air.'],
  ]);
  for (const note of notes) {
    const fields = String(note['flds']).split('\u001F');
    expect([fields.length, fields[0] === '']).toEqual([
      models[String(note['mid'])]?.flds.length,
      false,
    ]);
    expect(note['csum']).toBe(
      Number.parseInt(
        createHash('sha1').update(String(note['sfld'])).digest('hex').slice(0, 8),
        16,
      ),
    );
  }
  const cards = all('SELECT * FROM cards ORDER BY due');
  expect(cards.map((it) => it['due'])).toEqual([1, 2, 3]);
  expect(new Set(cards.map((it) => it['nid']))).toEqual(new Set(notes.map((it) => it['id'])));
  for (const card of cards)
    expect([decks[String(card['did'])]?.name, card['ord'], card['type'], card['queue']]).toEqual([
      'Gloss::On a: b',
      0,
      0,
      0,
    ]);
});
