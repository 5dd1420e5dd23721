import { describe, expect, it } from 'vitest';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, videoSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
} from '#ui/testing/screen.tsx';
import { click, press } from '#ui/testing/user.ts';
import { openNotes, paragraph, THREAD } from '../testing/open-notes.tsx';
import { blockTexts } from '../texts/blocks.ts';
import { editorTexts } from '../texts/editor.ts';
import { textBlockTexts } from '../texts/text-blocks.ts';

const texts = editorTexts.paste;
const ADDRESS = 'https://youtu.be/video7?t=83';
const LINK = `[${ADDRESS}](${ADDRESS})`;
const plain = (text: string) => ({ 'text/plain': text });

describe('pasting', () => {
  it('turns Markdown into blocks', async () => {
    const notes = await openNotes();
    await notes.paste(plain('# Ice\n\n- one\n- two\n\nCold **and** old.'));
    expect(notes.markdown()).toBe('# Ice\n\n- one\n- two\n\nCold **and** old.');
  });

  it('inserts one line of Markdown into the current line', async () => {
    const notes = await openNotes([paragraph('It is ')]);
    await notes.select('It is ', 'end');
    await notes.paste(plain('**very** cold'));
    expect(notes.markdown()).toBe('It is **very** cold');
  });

  it('turns code from a code editor into a code block in its language', async () => {
    const notes = await openNotes();
    await notes.paste({
      ...plain('let a = 1;\r\nlet b = 2;'),
      'text/html': '<pre>let a</pre>',
      'vscode-editor-data': '{"mode":"typescript"}',
    });
    expect(notes.markdown()).toBe('```typescript\nlet a = 1;\nlet b = 2;\n```');
  });

  it('leaves Markdown unchanged inside code', async () => {
    const notes = await openNotes([{ type: 'codeBlock', content: [{ type: 'text', text: 'x ' }] }]);
    await notes.select('x ', 'end');
    await notes.paste(plain('# not a heading'));
    expect(notes.types()[0]).toBe('codeBlock');
    expect(pageText(notes.field)).toContain('# not a heading');
  });

  it('links the selected text to a pasted address', async () => {
    const notes = await openNotes([paragraph('see this')]);
    await notes.select('this');
    await notes.paste(plain('https://example.org/ice'));
    expect(notes.markdown()).toBe('see [this](https://example.org/ice)');
    expect(queryByRole('menu')).toBeUndefined();
  });

  it('turns spreadsheet rows into a table with a header row', async () => {
    const notes = await openNotes();
    await notes.paste(plain('Year\tIce\n2020\tthick\n2024\tthin'));
    const table = getByRole('table', undefined, notes.field);
    expect(getAllByRole('columnheader', undefined, table).map((it) => it.textContent)).toEqual([
      'Year',
      'Ice',
    ]);
    expect(getAllByRole('cell', undefined, table).map((it) => it.textContent)).toEqual([
      '2020',
      'thick',
      '2024',
      'thin',
    ]);
  });

  it("turns a link to a passage of one of the thread's sources into a chip", async () => {
    const went: unknown[] = [];
    const notes = await openNotes(undefined, {
      titleOf: (sourceId) => (sourceId === id(7) ? 'Ice ages' : undefined),
      onGo: (...to) => went.push(to),
    });
    await notes.paste(plain(`${location.origin}/t/ice?source=${id(7)}&at=83`));
    await click(await findByRole('button', blockTexts.position.goIn('01:23', 'Ice ages')));
    expect(went).toHaveLength(1);
    expect(went[0]).toMatchObject([id(7), { medium: 'timed' }]);
  });

  it("keeps a link to a page of this Gloss, which can't become a source", async () => {
    const notes = await openNotes();
    await notes.paste(plain(`${location.origin}/library`));
    expect(getByRole('link', undefined, notes.field).getAttribute('href')).toBe(
      `${location.origin}/library`,
    );
    expect(queryByRole('menu')).toBeUndefined();
  });

  it('never links to a script', async () => {
    const notes = await openNotes();
    await notes.paste(plain('javascript:alert(1)'));
    expect(notes.field.querySelector('a')).toBeNull();
  });

  it('says that a file is not a supported image', async () => {
    const notes = await openNotes([paragraph('Ice')]);
    const broken = new File(['no'], 'a.heic', { type: 'image/heic' });
    await notes.paste({}, [broken]);
    await findText(textBlockTexts.image.unreadable);
    expect(notes.types()).toEqual(['paragraph']);
  });
});

describe('a pasted address', () => {
  const pasted = async (script: Script = {}) => {
    const server = serveApi({
      'POST thread/addSource': () => ({ thread_sources: [{ source: id(7) }], added: [id(7)] }),
      'POST thread/loadSourceData': () => videoSource(7),
      ...script,
    });
    const notes = await openNotes();
    await notes.paste(plain(ADDRESS));
    await findByRole('menu', texts.label);
    return { notes, server };
  };

  it('is linked at once, and offers more', async () => {
    const { notes } = await pasted();
    expect(notes.markdown()).toBe(LINK);
    expect(getAllByRole('menuitem').map((it) => it.textContent)).toEqual([
      texts.keep,
      texts.source,
      texts.chip,
    ]);
  });

  it('stays a link', async () => {
    const { notes, server } = await pasted();
    await click(getByRole('menuitem', texts.keep));
    expect(queryByRole('menu')).toBeUndefined();
    expect([notes.markdown(), server.requests.length]).toEqual([LINK, 0]);
  });

  it('becomes a source of the thread', async () => {
    const { notes, server } = await pasted();
    await click(getByRole('menuitem', texts.source));
    await findText(texts.added);
    expect(server.of('POST thread/addSource')[0]?.body).toEqual({ threadId: THREAD, url: ADDRESS });
    expect(notes.markdown()).toBe(LINK);
  });

  it('becomes a chip of its second', async () => {
    const { notes } = await pasted();
    await click(getByRole('menuitem', texts.chip));
    await findByRole('button', blockTexts.position.go('01:23'));
    expect(notes.attributes('place')).toMatchObject({ source_id: id(7), place: 83 });
    expect(pageText(notes.field)).not.toContain(ADDRESS);
  });

  it('says why it could not become a source, and stays a link', async () => {
    const { notes } = await pasted({
      'POST thread/addSource': () => new Refusal(422, 'unsupported_url', 'This site is not read.'),
    });
    await click(getByRole('menuitem', texts.source));
    await findText('This site is not read.');
    expect(notes.markdown()).toBe(LINK);
  });

  it('offers choices for the arrow keys, closed with Escape', async () => {
    const { notes } = await pasted();
    await press('ArrowDown', { on: notes.field });
    expect(document.activeElement?.textContent).toBe(texts.keep);
    await press('ArrowDown');
    expect(document.activeElement?.textContent).toBe(texts.source);
    await press('ArrowUp');
    await press('ArrowUp');
    expect(document.activeElement?.textContent).toBe(texts.chip);
    await press('Escape');
    expect(queryByRole('menu')).toBeUndefined();
  });

  it('stays a link when typing continues', async () => {
    const { notes } = await pasted();
    await notes.key('a');
    expect(queryByRole('menu')).toBeUndefined();
  });
});
