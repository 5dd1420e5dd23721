/**
 * Writes an Anki deck (`.apkg`): a zip with a SQLite file of schema 11, which every Anki since 2.1
 * reads.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Card } from './cards.ts';

export interface Deck {
  /** id of the thread */
  id: string;
  title: string;
  cards: readonly Card[];
  now: Date;
}

/**
 * Ids of the note types: the same in every deck of Gloss, so that a second deck adds no second
 * type.
 */
const MODELS = {
  question: 1_763_800_000_001,
  quote: 1_763_800_000_002,
  insight: 1_763_800_000_003,
} as const;
const NAMES = {
  question: 'Gloss question',
  quote: 'Gloss quote',
  insight: 'Gloss insight',
} as const;
const FIELDS = ['Front', 'Back', 'Source'] as const;
const FRONTS = {
  question: '{{Front}}',
  quote: '<p class="ask">Who said this?</p>{{Front}}',
  insight:
    '<p class="ask">What is to be remembered?</p>{{#Front}}<h2>{{Front}}</h2>{{/Front}}{{^Front}}<p>{{Source}}</p>{{/Front}}',
} as const;
const BACK =
  '{{FrontSide}}<hr id="answer"><div class="back">{{Back}}</div><p class="source">{{Source}}</p>';
const CSS =
  '.card{font-family:Georgia,serif;font-size:20px;line-height:1.5;max-width:34em;margin:1.2em auto;text-align:left;color:#1c1b1a;background:#fbfaf8}.nightMode.card{color:#efede8;background:#1c1b1a}h2{font-size:1.15em}ol{padding-left:1.6em}blockquote{margin:0;padding-left:1em;border-left:3px solid #d8cfae}.back{font-weight:600}.ask,.source{font:13px system-ui,sans-serif;opacity:.75}';
const SCHEMA = `
CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null, scm integer not null, ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null, models text not null, decks text not null, dconf text not null, tags text not null);
CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null, mod integer not null, usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null, flags integer not null, data text not null);
CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null, ord integer not null, mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null, ivl integer not null, factor integer not null, reps integer not null, lapses integer not null, left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null);
CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null, ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null, type integer not null);
CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);
CREATE INDEX ix_notes_usn on notes (usn); CREATE INDEX ix_cards_usn on cards (usn); CREATE INDEX ix_revlog_usn on revlog (usn); CREATE INDEX ix_cards_nid on cards (nid);
CREATE INDEX ix_cards_sched on cards (did, queue, due); CREATE INDEX ix_revlog_cid on revlog (cid); CREATE INDEX ix_notes_csum on notes (csum);`;

/** 41 bits of a hash, the size of the millisecond timestamps that Anki uses as ids. */
const idOf = (text: string): number =>
  Number(createHash('sha256').update(text).digest().readBigUInt64BE() & 0x1ff_ffff_ffffn) + 1;
/** The text of a field as Anki sorts and compares it. */
const wordsOf = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
const checksum = (html: string): number =>
  createHash('sha1').update(wordsOf(html)).digest().readUInt32BE();

function modelOf(kind: Card['kind'], now: Date): object {
  const field = (name: string, ord: number) => ({
    name,
    ord,
    sticky: false,
    rtl: false,
    font: 'Arial',
    size: 20,
    media: [],
  });
  return {
    id: MODELS[kind],
    name: NAMES[kind],
    type: 0,
    mod: Math.floor(now.getTime() / 1000),
    usn: -1,
    sortf: 0,
    did: 1,
    css: CSS,
    latexPre: '',
    latexPost: '',
    tags: [],
    vers: [],
    flds: FIELDS.map(field),
    tmpls: [
      { name: 'Card', ord: 0, qfmt: FRONTS[kind], afmt: BACK, did: null, bqfmt: '', bafmt: '' },
    ],
    req: [[0, 'any', kind === 'insight' ? [0, 2] : [0]]],
  };
}
function deckOf(id: number, name: string, now: Date): object {
  const today = [0, 0];
  return {
    id,
    name,
    mod: Math.floor(now.getTime() / 1000),
    usn: -1,
    desc: '',
    dyn: 0,
    collapsed: false,
    browserCollapsed: false,
    conf: 1,
    extendNew: 0,
    extendRev: 0,
    newToday: today,
    revToday: today,
    lrnToday: today,
    timeToday: today,
  };
}
const OPTIONS = {
  1: {
    id: 1,
    name: 'Default',
    mod: 0,
    usn: 0,
    maxTaken: 60,
    autoplay: true,
    timer: 0,
    replayq: true,
    dyn: false,
    new: {
      bury: false,
      delays: [1, 10],
      initialFactor: 2500,
      ints: [1, 4, 0],
      order: 1,
      perDay: 20,
    },
    rev: { bury: false, ease4: 1.3, ivlFct: 1, maxIvl: 36500, perDay: 200, hardFactor: 1.2 },
    lapse: { delays: [10], leechAction: 1, leechFails: 8, minInt: 1, mult: 0 },
  },
};

function fill(db: DatabaseSync, { id, title, cards, now }: Deck): void {
  const [ms, s] = [now.getTime(), Math.floor(now.getTime() / 1000)];
  const deckId = idOf(`deck ${id}`);
  // Two colons in the title would make nested decks.
  const decks = {
    1: deckOf(1, 'Default', now),
    [deckId]: deckOf(deckId, `Gloss::${title.replaceAll('::', ': ')}`, now),
  };
  const models = Object.fromEntries(
    (['question', 'quote', 'insight'] as const).map((kind) => [MODELS[kind], modelOf(kind, now)]),
  );
  const conf = {
    nextPos: cards.length + 1,
    estTimes: true,
    activeDecks: [1],
    sortType: 'noteFld',
    timeLim: 0,
    sortBackwards: false,
    addToCur: true,
    curDeck: 1,
    newBury: true,
    newSpread: 0,
    dueCounts: true,
    curModel: MODELS.question,
    collapseTime: 1200,
  };
  db.prepare('INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, ?)').run(
    s - (s % 86_400),
    ms,
    ms,
    JSON.stringify(conf),
    JSON.stringify(models),
    JSON.stringify(decks),
    JSON.stringify(OPTIONS),
    '{}',
  );
  const note = db.prepare('INSERT INTO notes VALUES (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, ?)');
  const card = db.prepare(
    'INSERT INTO cards VALUES (?, ?, ?, 0, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, ?)',
  );
  for (const [at, it] of cards.entries()) {
    const noteId = idOf(`note ${id} ${it.guid}`);
    // Anki rejects a note without its first field. Without a heading, the front of an insight is
    // its position, or else its text.
    const front = it.front || it.source || it.back;
    note.run(
      noteId,
      it.guid,
      MODELS[it.kind],
      s,
      ` gloss ${it.kind} `,
      [front, it.back, it.source].join('\u001F'),
      wordsOf(front),
      checksum(front),
      '',
    );
    card.run(idOf(`card ${id} ${it.guid}`), noteId, deckId, s, at + 1, '');
  }
}

/** Returns the collection file of the package. */
export async function collectionOf(deck: Deck): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-anki-'));
  try {
    const path = join(folder, 'collection.anki2');
    const db = new DatabaseSync(path);
    try {
      db.exec(`PRAGMA journal_mode = DELETE; ${SCHEMA} BEGIN`);
      fill(db, deck);
      db.exec('COMMIT; VACUUM');
    } finally {
      db.close();
    }
    return new Uint8Array(await readFile(path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
