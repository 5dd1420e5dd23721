/**
 * Texts that a spreadsheet would execute, in each export that a spreadsheet can open; the others
 * are Markdown, HTML and JSON.
 */
import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { cardsOf } from '#api/features/export/anki/cards.ts';
import { collectionOf } from '#api/features/export/anki/to-apkg.ts';
import { csvCell } from '#core/text/csv-cell.ts';
import { FORMULAS, isFormula } from '#core/text/testing/formulas.ts';
import { cameThrough, type AttackRow } from '../lib/attack.ts';

/** Counts cells that a spreadsheet would execute, with commas, semicolons or tabs as delimiters. */
function running(text: string): number {
  return [',', ';', '\t'].reduce(
    (count, delimiter) =>
      count + Papa.parse<string[]>(text, { delimiter }).data.flat().filter(isFormula).length,
    0,
  );
}

async function fieldsOfCards(texts: readonly string[]): Promise<string[]> {
  const doc = {
    type: 'doc',
    content: texts.map((text) => ({
      type: 'question',
      attrs: { compAttrs: { question: text, options: [text, 'b'], answer: 0 } },
    })),
  };
  const cards = cardsOf(doc, { threadId: 't', linkOf: () => undefined });
  const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-anki-'));
  try {
    const file = join(folder, 'collection.anki2');
    writeFileSync(
      file,
      await collectionOf({
        id: '01935b6e-0000-7000-8000-000000000001' as never,
        title: '=1+1',
        cards,
        now: new Date(),
      }),
    );
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return database
        .prepare('SELECT flds FROM notes')
        .all()
        .map((row) => String(row['flds']));
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function attack(): Promise<AttackRow[]> {
  const count = (cell: (text: string) => string): number =>
    FORMULAS.reduce((sum, text) => sum + Math.min(1, running(`first,${cell(text)},last`)), 0);
  const fields = await fieldsOfCards(FORMULAS);
  // Anki treats these as HTML; its text export starts with a tag or an escaped sign.
  const runningFields = fields.filter((field) => isFormula(field.split('\u001f')[0] ?? '')).length;
  return [
    cameThrough(
      'formulas in cells of the library as CSV',
      'an apostrophe before what begins as one',
      FORMULAS.length,
      count(csvCell),
    ),
    cameThrough(
      'formulas in cells of the library as CSV',
      'none (switched off)',
      FORMULAS.length,
      count((text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)),
    ),
    cameThrough(
      'formulas that begin a card of Anki',
      'HTML, in SQLite',
      FORMULAS.length,
      runningFields,
    ),
  ];
}
