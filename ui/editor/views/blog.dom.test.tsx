import { describe, expect, it } from 'vitest';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, me, thread } from '#ui/testing/examples.ts';
import { post } from '#ui/testing/post-example.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getByRole,
  pageText,
  queryByRole,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { block, openNotes, paragraph } from '../testing/open-notes.tsx';
import { askTexts } from '../texts/ask.ts';
import { blockTexts } from '../texts/blocks.ts';
import { blogTexts as texts } from '../texts/blog.ts';

const after = paragraph('after');
const READER = { readOnly: true };
const NOBODY: Script = { 'GET me': () => new Refusal(401, 'no_session', 'Sign in.') };
const OWNER: Script = { 'GET me': () => me(), 'GET threads/:id': () => thread(1) };
const draft = (attrs: object = {}) =>
  block('blog', { blog_title: 'On spacing', ...attrs }, paragraph('Space it.'));
const stored = (status: number) => post(40, { url: 'https://gloss.example/p/spacing', status });
const opened = async (
  attrs: object = {},
  script: Script = NOBODY,
  host: Parameters<typeof openNotes>[1] = {},
) => {
  const server = serveApi(script);
  const notes = await openNotes([draft(attrs), after], host);
  return { server, notes, section: await findByRole('region', texts.name) };
};

describe('a post in the notes', () => {
  it('shows its title, its source and when it was started', async () => {
    const { notes, section } = await opened(
      { source_id: id(7), createdAt: '2026-03-01T12:00:00.000Z' },
      NOBODY,
      { titleOf: () => 'On otters' },
    );
    expect(pageText(section)).toContain(texts.from('On otters'));
    expect(pageText(section)).toContain(texts.created('Mar 01, 2026'));
    const title = getByRole('textbox', texts.title, section);
    expect(title).toHaveProperty('value', 'On spacing');
    await type(title, 'On otters');
    expect(notes.attributes('blog')['blog_title']).toBe('On otters');
  });

  it('collapses to its title for everyone', async () => {
    const { notes, section } = await opened();
    await click(getByRole('button', texts.close, section));
    expect(pageText(section)).not.toContain('Space it.');
    expect(notes.attributes('blog')['shrink']).toBe(true);
    await click(getByRole('button', texts.open, section));
    expect(pageText(section)).toContain('Space it.');
  });

  it.each([
    [texts.kinds.quote, 'quote'],
    [texts.kinds.insight, 'insight'],
    [texts.kinds.question, 'question'],
  ])('adds blocks at its end: %s', async (label, kind) => {
    const { notes, section } = await opened();
    await notes.select('after', 'end');
    await click(getByRole('button', texts.blocks, section));
    await click(await findByRole('menuitem', label));
    await expect
      .poll(() => notes.editor.getJSON().content?.[0]?.content?.map((it) => it.type))
      .toEqual(['paragraph', kind]);
  });

  it("is published by the thread's owner, at an address of its own", async () => {
    const { section } = await opened({}, OWNER);
    await click(await findByRole('button', texts.publish, section));
    expect(location.search).toBe('?publish=blog-1');
  });

  it("can't be published by others", async () => {
    const { section } = await opened({ post_id: id(40), published: true });
    expect(pageText(section)).toContain(texts.published);
    expect(queryByRole('button', texts.publish, section)).toBeUndefined();
    expect(queryByRole('link', texts.read, section)).toBeUndefined();
  });

  it('links its owner to its page, and updates the notes when it was published elsewhere', async () => {
    const { notes, section, server } = await opened(
      { post_id: id(40) },
      { ...OWNER, 'GET post/v1/post/:id': () => stored(2) },
    );
    const link = await findByRole('link', texts.read, section);
    expect(link.getAttribute('href')).toBe('/p/spacing');
    expect(server.of('GET post/v1/post/:id')[0]?.path).toBe(`post/v1/post/${id(40)}`);
    await expect.poll(() => notes.attributes('blog')['published']).toBe(true);
  });

  it('is unpublished here when it was unpublished elsewhere', async () => {
    const { notes, section } = await opened(
      { post_id: id(40), published: true },
      { ...OWNER, 'GET post/v1/post/:id': () => stored(1) },
    );
    await expect.poll(() => notes.attributes('blog')['published']).toBe(false);
    expect(pageText(section)).not.toContain(texts.published);
  });

  it('warns before it is deleted that readers keep the published page', async () => {
    const { notes } = await opened({ published: true });
    await click(getByRole('button', blockTexts.remove(texts.name)));
    const asked = await findByRole('alertdialog');
    expect(pageText(asked)).toContain(texts.staysPublished);
    expect(notes.types()).toEqual(['blog', 'paragraph']);
    await click(getByRole('button', askTexts.sure.action, asked));
    await findNoRole('region', texts.name);
    expect(notes.types()).toEqual(['paragraph']);
  });

  it('is read-only for readers', async () => {
    const { notes, section } = await opened({}, NOBODY, READER);
    expect(pageText(section)).toContain('On spacing');
    for (const name of [texts.publish, texts.blocks, blockTexts.remove(texts.name)])
      expect(queryByRole('button', name, section)).toBeUndefined();
    await click(getByRole('button', texts.close, section));
    expect(pageText(section)).not.toContain('Space it.');
    expect(notes.attributes('blog')['shrink']).toBe(false);
  });
});

describe('an inline formula', () => {
  const line = (latex: string) => ({
    type: 'paragraph',
    content: [
      { type: 'text', text: 'So ' },
      { type: 'math-inline', attrs: { latex } },
    ],
  });
  const field = () => findByRole('textbox', blockTexts.math.latex);

  it('opens for editing when it is new, and is closed with Enter', async () => {
    const notes = await openNotes([line('')]);
    await type(await field(), 'x^2');
    await press('Enter', { on: await field() });
    await findNoRole('textbox', blockTexts.math.latex);
    expect(notes.markdown()).toContain('x^2');
    await findByRole('button', `${blockTexts.math.edit}: x^2`);
  });

  it('is edited with its button', async () => {
    const notes = await openNotes([line('x^2')]);
    await click(await findByRole('button', `${blockTexts.math.edit}: x^2`));
    await type(await field(), 'y^3');
    await click(getByRole('button', blockTexts.math.done));
    await findNoRole('textbox', blockTexts.math.latex);
    expect(notes.markdown()).toContain('y^3');
    expect(notes.markdown()).not.toContain('x^2');
  });

  it('has no button for readers', async () => {
    await openNotes([line('x^2')], READER);
    await findText('So');
    expect(queryByRole('button', new RegExp(blockTexts.math.edit))).toBeUndefined();
  });
});
