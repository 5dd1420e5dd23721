import { describe, expect, it, onTestFinished } from 'vitest';
import type { JSONContent } from '@tiptap/core';
import { id } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getAllByRole,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  settle,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { clipActionTexts } from '#ui/kit/texts/clips.ts';
import type { Assistant, EditorHost } from '../editor-host.ts';
import { block, openNotes, paragraph } from '../testing/open-notes.tsx';
import { blockSource, scriptedAssistant } from '../testing/scripted-assistant.ts';
import { aiTexts } from '../texts/ai-blocks.ts';
import { answerTexts } from '../texts/answers.ts';
import { askTexts as texts } from '../texts/ask.ts';

const guide = (n: number, title: string) => ({ id: n, title, question: `${title}, please.` });
const PROMPTS: Assistant['prompts'] = {
  suggested: [guide(1, 'Explain')],
  clip: [guide(2, 'Who says so?')],
  pdfClip: [guide(3, 'Which page?')],
};
const clip = (): JSONContent =>
  block('clip', {
    _id: 'clip-1',
    source_id: id(7),
    start: 83,
    end: 105,
    clip_heading: 'Otters',
    clip_text: 'Otters hold hands.',
  });
const pdfClip = (): JSONContent =>
  block('pdf-clip', { _id: 'clip-1', source_id: id(7), text: 'Margins.' });

const opened = async (
  content: JSONContent[],
  more: Partial<Assistant> = {},
  around: Partial<EditorHost> = {},
) => {
  const script = scriptedAssistant({ prompts: PROMPTS, ...more }, around);
  const notes = await openNotes(content, script.host);
  return { ...script, notes };
};
const panel = () => findByRole('dialog', clipActionTexts.askAi);
const field = () => getByRole('textbox', texts.askAbout);

describe('asking about text of a source', () => {
  const asking = async (
    of: JSONContent,
    more: Partial<Assistant> = {},
    around: Partial<EditorHost> = {},
  ) => {
    const given = await opened([paragraph('before')], more, around);
    given.notes.edits.askOf(of, new DOMRect(10, 10, 100, 20));
    await settle();
    return { ...given, dialog: await panel() };
  };

  it('creates a clip with the question below it, collapsed', async () => {
    const { notes, jobs, dialog } = await asking(clip());
    expect(pageText(dialog)).toContain('Otters hold hands.');
    expect(document.activeElement).toBe(field());
    expect(notes.types()).toEqual(['paragraph']);
    await type(field(), '  Why? ');
    await press('Enter');
    await findNoRole('dialog');
    expect(notes.types()).toEqual(['paragraph', 'clip', 'ai-chat', 'paragraph']);
    expect(notes.attributes('ai-chat')).toMatchObject({ question: 'Why?', parentId: 'clip-1' });
    expect(jobs[0]?.request).toMatchObject({
      path: 'ai/v2/chat/clip',
      body: {
        source_id: id(7),
        start: 83,
        end: 105,
        content: 'Otters hold hands.',
        user_query: 'Why?',
      },
    });
    await findText(texts.asked);
    await click(getByRole('button', texts.show));
    await findByRole('region', aiTexts.chat.name);
  });

  it('leaves nothing behind if nothing is asked', async () => {
    const { notes, jobs } = await asking(clip());
    await type(field(), '   ');
    await press('Enter');
    expect(getByRole('button', texts.send)).toHaveProperty('disabled', true);
    await press('Escape');
    await findNoRole('dialog');
    expect(notes.types()).toEqual(['paragraph']);
    expect(jobs).toEqual([]);
  });

  it('sends on Enter, but not with Shift or during composition', async () => {
    const { jobs } = await asking(clip());
    await type(field(), 'Why');
    expect(await press('Enter', { shiftKey: true })).toBe(false);
    field().dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }),
    );
    await settle();
    expect(jobs).toEqual([]);
    expect(field()).toHaveProperty('value', 'Why');
  });

  it.each([
    ['a video', clip(), 'Who says so?', 'ai/v2/predefined/child/2'],
    ['a PDF', pdfClip(), 'Which page?', 'ai/v2/predefined/pdf-child/3'],
  ])('offers prompts for all clips, and for those of %s', async (_, of, prompt, path) => {
    const { jobs, dialog } = await asking(of);
    expect(itemsOf(getByRole('list', texts.prompts, dialog))).toEqual(['Explain']);
    const own = getByRole('list', texts.aboutClip, dialog);
    expect(itemsOf(own)).toEqual([prompt]);
    await click(getByRole('button', prompt, own));
    expect(jobs[0]?.request.path).toBe(path);
  });

  it.each([
    ["can't be read", blockSource({ kind: 'issue', tooltip: 'It is private.' }), 'It is private.'],
    ['is gone', undefined, texts.noSource.text],
  ])('is not possible while the source %s', async (_, source, said) => {
    const { dialog } = await asking(clip(), {}, { sourceOf: () => source });
    expect(pageText(getByRole('status', undefined, dialog))).toBe(said);
    expect(field()).toHaveProperty('disabled', true);
    expect(getByRole('button', 'Explain', dialog)).toHaveProperty('disabled', true);
  });

  it('is not possible before signing in', async () => {
    const barrier = <a href="/login">Log in</a>;
    await asking(clip(), {}, { barrier });
    getByRole('link', 'Log in', await panel());
    expect(queryByRole('textbox', texts.askAbout)).toBeUndefined();
  });
});

describe('asking about text of the notes', () => {
  it('sends the text with the selected sources and puts the answer below it', async () => {
    const { notes, jobs } = await opened([paragraph('Otters drift.'), paragraph('after')], {
      selected: [id(7)],
    });
    await notes.select('Otters drift.');
    await click(await findByRole('button', clipActionTexts.askAi));
    await panel();
    await type(field(), 'Is it so?');
    await click(getByRole('button', texts.send));
    expect(notes.types()).toEqual(['paragraph', 'ai-chat', 'paragraph']);
    expect(jobs[0]?.request).toMatchObject({
      path: 'ai/v2/chat/thread',
      body: { sources: [id(7)], user_query: `Is it so?\n\n${texts.aboutText('Otters drift.')}` },
    });
  });

  it('needs a selected source', async () => {
    const { notes } = await opened([paragraph('Otters drift.')]);
    await notes.select('Otters');
    await click(await findByRole('button', clipActionTexts.askAi));
    expect(pageText(await panel())).toContain(answerTexts.selectSources);
    expect(field()).toHaveProperty('disabled', true);
  });
});

describe('text inside a clip', () => {
  /** The button next to the selected text. The clip has another with the same name. */
  const offer = () =>
    getAllByRole('button', clipActionTexts.askAi).find((it) => !it.hasAttribute('aria-expanded'));
  const selectIn = async (text: string) => {
    const quote = document.querySelector('blockquote span')?.firstChild;
    const at = quote?.textContent?.indexOf(text) ?? -1;
    if (!quote || at < 0) throw new Error(`No "${text}" in the clip.`);
    quote.parentElement?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    document.getSelection()?.setBaseAndExtent(quote, at, quote, at + text.length);
    document.dispatchEvent(new Event('selectionchange'));
    await settle();
  };

  it('is asked about below the clip', async () => {
    const { notes, jobs } = await opened([clip(), paragraph('after')]);
    await findText('Otters hold hands.');
    await selectIn('hold hands');
    await click(offer() ?? document.body);
    expect(pageText(await panel())).toContain('hold hands');
    await type(field(), 'How?');
    await press('Enter');
    expect(notes.types()).toEqual(['clip', 'ai-chat', 'paragraph']);
    expect(jobs[0]?.request.body).toMatchObject({ content: 'hold hands', user_query: 'How?' });
  });

  it('hides the button when the text is deselected or the notes are scrolled', async () => {
    await opened([clip(), paragraph('after')]);
    onTestFinished(() => document.getSelection()?.removeAllRanges());
    await findText('Otters hold hands.');
    await selectIn('hold');
    document.dispatchEvent(new Event('scroll'));
    await settle();
    expect(offer()).toBeUndefined();
    await selectIn('hands');
    expect(offer()).toBeDefined();
    document.getSelection()?.removeAllRanges();
    document.dispatchEvent(new Event('selectionchange'));
    await settle();
    expect(offer()).toBeUndefined();
  });
});
