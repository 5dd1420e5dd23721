import { describe, expect, it } from 'vitest';
import {
  findByRole,
  findNoRole,
  getAllByRole,
  getByRole,
  queryByRole,
} from '#ui/testing/screen.tsx';
import { click, press } from '#ui/testing/user.ts';
import { block, heading, openNotes, type OpenNotes, paragraph } from '../testing/open-notes.tsx';
import { blockTexts } from '../texts/blocks.ts';
import { editorTexts } from '../texts/editor.ts';

const texts = editorTexts.blocks;
const starts = (name: string) => new RegExp(`^${name}`);
const openMenu = async (notes: OpenNotes) => {
  await notes.key('/', { ctrlKey: true });
  return findByRole('menu', texts.menu);
};
const run = async (notes: OpenNotes, name: string) => {
  await openMenu(notes);
  await click(getByRole('menuitem', starts(name)));
  await findNoRole('menu', texts.menu);
  // The text gets the focus one frame later, which would close a menu opened before.
  await expect.poll(() => document.activeElement).toBe(notes.field);
};

describe('the block menu', () => {
  it('opens with the keyboard, and shows its commands with their shortcuts', async () => {
    const notes = await openNotes([paragraph('one'), paragraph('two')]);
    await notes.select('two', 'end');
    const menu = await openMenu(notes);
    const items = getAllByRole('menuitem', undefined, menu).map((it) => it.textContent);
    expect(items).toEqual([
      texts.turnInto,
      texts.duplicate + texts.keys.duplicate,
      texts.up + texts.keys.up,
      texts.down + texts.keys.down,
      texts.indent + texts.keys.indent,
      texts.outdent + texts.keys.outdent,
      texts.remove,
    ]);
  });

  it('closes with Escape and returns the focus to the text', async () => {
    const notes = await openNotes([paragraph('one')]);
    await notes.select('one', 'end');
    await openMenu(notes);
    await press('Escape');
    await findNoRole('menu');
    await expect.poll(() => document.activeElement).toBe(notes.field);
  });

  it('duplicates the block', async () => {
    const notes = await openNotes([paragraph('one'), paragraph('two')]);
    await notes.select('one', 'end');
    await run(notes, texts.duplicate);
    expect(notes.markdown()).toBe('one\n\none\n\ntwo');
    expect(queryByRole('menu')).toBeUndefined();
  });

  it('moves the block up and down', async () => {
    const notes = await openNotes([paragraph('one'), paragraph('two'), paragraph('three')]);
    await notes.select('two', 'end');
    await run(notes, texts.down);
    expect(notes.markdown()).toBe('one\n\nthree\n\ntwo');
    await notes.select('one', 'end');
    await run(notes, texts.down);
    expect(notes.markdown()).toBe('three\n\none\n\ntwo');
    await notes.select('two', 'end');
    await run(notes, texts.up);
    expect(notes.markdown()).toBe('three\n\ntwo\n\none');
  });

  it('indents and outdents a paragraph, and offers neither for a list', async () => {
    const notes = await openNotes([
      paragraph('one'),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('point')] }] },
    ]);
    await notes.select('one', 'end');
    await run(notes, texts.indent);
    expect(notes.attributes('paragraph')['indent']).toBe(1);
    await run(notes, texts.outdent);
    expect(notes.attributes('paragraph')['indent']).toBe(0);
    await notes.select('point', 'end');
    await openMenu(notes);
    expect(queryByRole('menuitem', starts(texts.indent))).toBeUndefined();
  });

  it('deletes the block, and leaves a line in notes that had only that', async () => {
    const notes = await openNotes([heading(2, 'Ice')]);
    await notes.select('Ice', 'end');
    await run(notes, texts.remove);
    expect(notes.types()).toEqual(['paragraph']);
    expect(notes.markdown()).toBe('');
  });

  it('can be undone', async () => {
    const notes = await openNotes([paragraph('one'), paragraph('two')]);
    await notes.select('one', 'end');
    await run(notes, texts.remove);
    expect(notes.markdown()).toBe('two');
    await notes.key('z', { ctrlKey: true });
    expect(notes.markdown()).toBe('one\n\ntwo');
  });

  it('stays closed for a reader', async () => {
    const notes = await openNotes([paragraph('one')], { readOnly: true });
    await notes.key('/', { ctrlKey: true });
    expect(queryByRole('menu')).toBeUndefined();
    expect(queryByRole('button', texts.menu)).toBeUndefined();
  });
});

describe('turning a block into another type', () => {
  const turn = async (notes: OpenNotes, name: string) => {
    await openMenu(notes);
    await click(getByRole('menuitem', texts.turnInto));
    await click(await findByRole('menuitem', name));
  };

  it.each([
    [texts.names.heading(1), '# Ice'],
    [texts.names.heading(2), '## Ice'],
    [texts.names.heading(3), '### Ice'],
    [texts.names.bullets, '- Ice'],
    [texts.names.numbers, '1. Ice'],
    [texts.names.tasks, '- [ ] Ice'],
    [texts.names.quote, '> Ice'],
  ])('turns a paragraph into %s', async (name, markdown) => {
    const notes = await openNotes([paragraph('Ice')]);
    await notes.select('Ice', 'end');
    await turn(notes, name);
    expect(notes.markdown()).toBe(markdown);
  });

  it('turns a heading and a list back into text', async () => {
    const notes = await openNotes([heading(2, 'Ice')]);
    await notes.select('Ice', 'end');
    await turn(notes, texts.names.paragraph);
    expect(notes.markdown()).toBe('Ice');
    await turn(notes, texts.names.bullets);
    await turn(notes, texts.names.paragraph);
    expect(notes.markdown()).toBe('Ice');
  });

  it('moves the text into a callout or a toggle', async () => {
    const notes = await openNotes([paragraph('Ice')]);
    await notes.select('Ice', 'end');
    await turn(notes, blockTexts.callout.name);
    expect(getByRole('figure', blockTexts.callout.kinds.note).textContent).toContain('Ice');
    expect(notes.types()).toEqual(['callout']);
  });

  it('checks the current type', async () => {
    const notes = await openNotes([heading(2, 'Ice')]);
    await notes.select('Ice', 'end');
    await openMenu(notes);
    await click(getByRole('menuitem', texts.turnInto));
    await findByRole('menuitem', texts.names.heading(2));
    const marked = getAllByRole('menuitem').filter(
      (it) => it.querySelector('.lucide-check') !== null,
    );
    expect(marked.map((it) => it.textContent)).toEqual([texts.names.heading(2)]);
  });

  it('is not offered for blocks with their own view', async () => {
    const notes = await openNotes([block('insight', {}), paragraph('')]);
    await notes.selectBlock(0);
    await openMenu(notes);
    expect(queryByRole('menuitem', texts.turnInto)).toBeUndefined();
    await click(getByRole('menuitem', texts.remove));
    expect(notes.types()).toEqual(['paragraph']);
  });
});
