import { describe, expect, it } from 'vitest';
import type { JSONContent } from '@tiptap/core';
import { findByRole, findNoRole, getAllByRole, queryByRole, settle } from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { openNotes, paragraph } from '../testing/open-notes.tsx';
import { textBlockTexts } from '../texts/text-blocks.ts';

const texts = textBlockTexts.table;
const table = (...rows: string[][]): JSONContent => ({
  type: 'table',
  content: rows.map((cells, at) => ({
    type: 'tableRow',
    content: cells.map((cell) => ({
      type: at === 0 ? 'tableHeader' : 'tableCell',
      content: [paragraph(cell)],
    })),
  })),
});
const ICE = table(['Year', 'Ice'], ['2020', 'thick']);

const opened = async () => {
  const notes = await openNotes([ICE, paragraph('after')]);
  const rows = () =>
    [...notes.field.querySelectorAll('tr')].map((row) =>
      [...row.children].map((it) => it.textContent),
    );
  const choose = async (menu: string, item: string) => {
    await click(await findByRole('button', menu, await findByRole('toolbar', texts.tools)));
    await click(await findByRole('menuitem', item));
  };
  return { notes, rows, choose };
};

describe('a table', () => {
  it.each([
    [
      texts.rows,
      texts.rowAbove,
      [
        ['Year', 'Ice'],
        ['', ''],
        ['2020', 'thick'],
      ],
    ],
    [
      texts.rows,
      texts.rowBelow,
      [
        ['Year', 'Ice'],
        ['2020', 'thick'],
        ['', ''],
      ],
    ],
    [texts.rows, texts.deleteRow, [['Year', 'Ice']]],
    [
      texts.columns,
      texts.columnBefore,
      [
        ['', 'Year', 'Ice'],
        ['', '2020', 'thick'],
      ],
    ],
    [
      texts.columns,
      texts.columnAfter,
      [
        ['Year', '', 'Ice'],
        ['2020', '', 'thick'],
      ],
    ],
    [texts.columns, texts.deleteColumn, [['Ice'], ['thick']]],
  ])('is changed at the cursor: %s, %s', async (menu, item, wanted) => {
    const { notes, rows, choose } = await opened();
    await notes.select('2020', 'end');
    await choose(menu, item);
    expect(rows()).toEqual(wanted);
    notes.editor.commands.undo();
    expect(rows()).toEqual([
      ['Year', 'Ice'],
      ['2020', 'thick'],
    ]);
  });

  it('has headers at the top, at the side, or none', async () => {
    const { notes, choose } = await opened();
    const headers = () =>
      getAllByRole('columnheader', undefined, notes.field).map((it) => it.textContent);
    await notes.select('2020', 'end');
    expect(headers()).toEqual(['Year', 'Ice']);
    await choose(texts.columns, texts.headerColumn);
    expect(headers()).toEqual(['Year', 'Ice', '2020']);
    await notes.select('thick', 'end');
    await choose(texts.rows, texts.headerRow);
    expect(headers()).toEqual(['Year', '2020']);
  });

  it('is deleted, and restored with undo', async () => {
    const { notes } = await opened();
    await notes.select('2020', 'end');
    await click(await findByRole('button', texts.deleteTable));
    expect(notes.types()).toEqual(['paragraph']);
    await findNoRole('toolbar', texts.tools);
    notes.editor.commands.undo();
    expect(notes.types()).toEqual(['table', 'paragraph']);
  });

  it('has its toolbar while the cursor is in it and nothing is selected', async () => {
    const { notes } = await opened();
    await notes.select('2020', 'end');
    await findByRole('toolbar', texts.tools);
    await notes.select('2020');
    await findNoRole('toolbar', texts.tools);
    await notes.select('thick', 'start');
    await findByRole('toolbar', texts.tools);
    await notes.select('after', 'end');
    await findNoRole('toolbar', texts.tools);
  });

  it('has no toolbar for readers', async () => {
    const notes = await openNotes([ICE], { readOnly: true });
    await notes.select('2020', 'end');
    await settle();
    expect(queryByRole('toolbar', texts.tools)).toBeUndefined();
  });

  it('keeps its header when cells of another table are pasted into it', async () => {
    const { notes, rows } = await opened();
    await notes.select('Year', 'end');
    await notes.paste({
      'text/html': '<table><tr><td>Month</td><td>Snow</td></tr></table>',
      'text/plain': 'Month\tSnow',
    });
    expect(rows()[0]).toEqual(['Month', 'Snow']);
    expect(
      getAllByRole('columnheader', undefined, notes.field).map((it) => it.textContent),
    ).toEqual(['Month', 'Snow']);
  });
});
