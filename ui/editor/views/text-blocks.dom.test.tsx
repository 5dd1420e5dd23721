import { describe, expect, it, vi } from 'vitest';
import {
  findByRole,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
  settle,
} from '#ui/testing/screen.tsx';
import { id } from '#ui/testing/examples.ts';
import { click, press, type } from '#ui/testing/user.ts';
import { block, openNotes, paragraph } from '../testing/open-notes.tsx';
import { blockTexts as texts } from '../texts/blocks.ts';

const after = paragraph('after');
const READER = { readOnly: true };

describe('a callout', () => {
  const held = block('callout', { kind: 'tip' }, paragraph('Leave room.'));

  it('has its type as its name, and shows its content', async () => {
    await openNotes([held, after]);
    const figure = getByRole('figure', texts.callout.kinds.tip);
    expect(pageText(figure)).toContain('Leave room.');
  });

  it('becomes another type from its menu', async () => {
    const notes = await openNotes([held, after]);
    await click(getByRole('button', texts.callout.kind));
    expect(getAllByRole('menuitem').map((it) => it.textContent)).toEqual(
      Object.values(texts.callout.kinds),
    );
    await click(getByRole('menuitem', texts.callout.kinds.warning));
    expect(getByRole('figure', texts.callout.kinds.warning)).toBeDefined();
    expect(notes.markdown()).toContain('[!WARNING]');
  });

  it('is deleted with its content, and restored with undo', async () => {
    const notes = await openNotes([held, after]);
    await click(getByRole('button', texts.remove(texts.callout.kinds.tip)));
    expect(notes.markdown()).toBe('after');
    await notes.key('z', { ctrlKey: true });
    expect(notes.markdown()).toContain('Leave room.');
  });

  it('has no buttons for readers', async () => {
    await openNotes([held, after], READER);
    const figure = getByRole('figure', texts.callout.kinds.tip);
    expect(getAllByRole('button', undefined, figure)).toHaveLength(0);
  });
});

describe('a toggle', () => {
  const folded = block('toggle', { summary: 'Why?', open: false }, paragraph('Because.'));

  it('is expanded and collapsed for everyone by editors', async () => {
    const notes = await openNotes([folded, after]);
    const button = getByRole('button', texts.toggle.open);
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(pageText(notes.field)).not.toContain('Because.');
    await click(button);
    expect(pageText(notes.field)).toContain('Because.');
    expect(notes.attributes('toggle')['open']).toBe(true);
    await click(getByRole('button', texts.toggle.close));
    expect(pageText(notes.field)).not.toContain('Because.');
  });

  it('is expanded by a reader only for themselves', async () => {
    const notes = await openNotes([folded, after], READER);
    await click(getByRole('button', texts.toggle.open));
    expect(pageText(notes.field)).toContain('Because.');
    expect(notes.attributes('toggle')['open']).toBe(false);
  });

  it('gets another title', async () => {
    const notes = await openNotes([folded, after]);
    await type(getByRole('textbox', texts.toggle.summary), 'Why not?');
    expect(notes.attributes('toggle')['summary']).toBe('Why not?');
  });
});

describe('an insight', () => {
  const said = block('insight', { compAttrs: { text: 'Ice is a rock.' } });

  it('is edited in its field, and read without one', async () => {
    const notes = await openNotes([said, after]);
    const field = await findByRole('textbox', texts.insight.text);
    expect(field).toHaveProperty('value', 'Ice is a rock.');
    await type(field, 'Snow is, too.');
    expect(notes.markdown()).toContain('Snow is, too.');
  });

  it('is plain text for readers', async () => {
    const notes = await openNotes([said, after], READER);
    expect(pageText(notes.field)).toContain('Ice is a rock.');
    expect(queryByRole('textbox', texts.insight.text)).toBeUndefined();
  });

  it('updates when another person edits it', async () => {
    const notes = await openNotes([said, after]);
    await findByRole('textbox', texts.insight.text);
    notes.edits.change('insight-1', { compAttrs: { text: 'Ice floats.' } });
    await settle();
    expect(getByRole('textbox', texts.insight.text)).toHaveProperty('value', 'Ice floats.');
  });
});

describe('a question', () => {
  const it_ = texts.question;
  const asked = (answer = 1) =>
    block('question', {
      compAttrs: { question: 'What is ice?', options: ['A gas', 'A rock'], answer },
    });
  const given = (notes: Awaited<ReturnType<typeof openNotes>>) =>
    notes.attributes('question')['compAttrs'];

  it('gets options and the right answer', async () => {
    const notes = await openNotes([asked(), after]);
    await findByRole('textbox', it_.text);
    expect(getByRole('radio', it_.right(2))).toHaveProperty('checked', true);
    await click(getByRole('button', it_.add));
    await type(getByRole('textbox', it_.option(3)), 'A mineral');
    await click(getByRole('radio', it_.right(3)));
    expect(given(notes)).toEqual({
      question: 'What is ice?',
      options: ['A gas', 'A rock', 'A mineral'],
      answer: 2,
    });
  });

  it('keeps the right answer when an earlier option is deleted', async () => {
    const notes = await openNotes([asked(), after]);
    await click(await findByRole('button', it_.remove(1)));
    expect(given(notes)).toMatchObject({ options: ['A rock'], answer: 0 });
  });

  it('is answered by a reader until the answer is right', async () => {
    await openNotes([asked(), after], READER);
    await click(await findByRole('button', 'A gas'));
    const figure = getByRole('figure', it_.name);
    expect(pageText(getByRole('status', undefined, figure))).toBe(it_.isWrong);
    await click(getByRole('button', 'A rock'));
    expect(pageText(getByRole('status', undefined, figure))).toBe(it_.isRight);
    expect(getByRole('button', 'A rock').getAttribute('aria-pressed')).toBe('true');
    expect(getByRole('button', 'A gas')).toHaveProperty('disabled', true);
  });

  it('is answered by its author too, and edited again', async () => {
    await openNotes([asked(), after]);
    await click(await findByRole('button', it_.quiz));
    expect(getByRole('button', 'A rock')).toBeDefined();
    await click(getByRole('button', it_.edit));
    expect(getByRole('textbox', it_.option(1))).toHaveProperty('value', 'A gas');
  });

  it('tells a reader that it has no options', async () => {
    const empty = block('question', { compAttrs: { question: 'Why?', options: [], answer: 0 } });
    await openNotes([empty, after], READER);
    await findByRole('figure', it_.name);
    expect(pageText()).toContain(it_.noOptions);
  });
});

describe('a quote', () => {
  const quoted = block('quote', {
    compAttrs: { context: 'Ice flows.', speaker: 'Ada', timestamp: 83, source_id: id(7) },
  });

  it('uses the time of the open video', async () => {
    const openVideo = () => ({ source_id: 'video-2', timestamp: 75 });
    const notes = await openNotes([quoted, after], { openVideo });
    await click(await findByRole('button', texts.quote.useNow));
    expect(notes.attributes('quote')['compAttrs']).toMatchObject({
      context: 'Ice flows.',
      ...openVideo(),
    });
  });

  it('offers no time while no video is open', async () => {
    await openNotes([quoted, after]);
    await findByRole('textbox', texts.quote.text);
    expect(queryByRole('button', texts.quote.useNow)).toBeUndefined();
  });

  it('opens the second at which it was said', async () => {
    const onGo = vi.fn();
    await openNotes([quoted, after], { onGo });
    await click(await findByRole('button', texts.quote.go('01:23')));
    expect(onGo.mock.calls[0]).toMatchObject([id(7), { medium: 'timed', startS: 83 }]);
  });

  it('gets other text and another speaker', async () => {
    const notes = await openNotes([quoted, after]);
    await type(await findByRole('textbox', texts.quote.text), 'Ice creeps.');
    await type(getByRole('textbox', texts.quote.speaker), 'Grace');
    expect(notes.attributes('quote')['compAttrs']).toMatchObject({
      context: 'Ice creeps.',
      speaker: 'Grace',
      timestamp: 83,
    });
  });

  it('has no link without a source', async () => {
    const own = block('quote', { compAttrs: { context: 'Ice flows.', speaker: '', timestamp: 3 } });
    await openNotes([own, after]);
    await findByRole('textbox', texts.quote.text);
    expect(queryByRole('button', texts.quote.go('00:03'))).toBeUndefined();
  });
});

describe('a formula', () => {
  it('opens for editing when it is new, and is closed with Escape', async () => {
    const notes = await openNotes([block('math', { latex: '' }), after]);
    const field = await findByRole('textbox', texts.math.latex);
    expect(pageText(getByRole('figure', texts.math.name))).toContain(texts.math.empty);
    await type(field, 'E = mc^2');
    await press('Escape', { on: field });
    expect(queryByRole('textbox', texts.math.latex)).toBeUndefined();
    expect(notes.markdown()).toContain('E = mc^2');
  });

  it('is edited with its button', async () => {
    await openNotes([block('math', { latex: 'x' }), after]);
    await click(await findByRole('button', texts.math.edit));
    expect(await findByRole('textbox', texts.math.latex)).toHaveProperty('value', 'x');
  });
});

describe('a position chip', () => {
  const chip = (attrs: object) => ({
    type: 'paragraph',
    content: [{ type: 'place', attrs }],
  });

  it('is named by its position and source, and opens it', async () => {
    const onGo = vi.fn();
    await openNotes(
      [chip({ source_id: id(7), medium: 'timed', place: 83, label: '01:23', quote: '' })],
      { onGo, titleOf: () => 'On ice' },
    );
    await click(await findByRole('button', texts.position.goIn('01:23', 'On ice')));
    expect(onGo.mock.calls[0]).toMatchObject([id(7), { medium: 'timed', startS: 83 }]);
  });
});
