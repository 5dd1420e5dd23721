import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { id } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import type { BlockSource } from '../editor-host.ts';
import { block, openNotes, paragraph } from '../testing/open-notes.tsx';
import { clipTexts as texts } from '../texts/ai-blocks.ts';
import { clipAlerts } from '../texts/clip-alerts.ts';

const VIDEO: BlockSource = {
  title: 'On ice',
  medium: 'timed',
  byline: 'A channel',
  duration: 600,
  kind: 'ready',
  tooltip: '',
  hasTranscript: true,
};
const clip = (more: object = {}) =>
  block('clip', {
    source_id: id(7),
    start: 83,
    end: 105,
    clip_heading: 'How ice flows',
    clip_text: 'Ice flows like honey.',
    color: '#FFD356',
    ...more,
  });
const host = (more: object = {}) => ({
  sourceOf: () => VIDEO,
  titleOf: () => VIDEO.title,
  linkTo: () => 'https://gloss.example/t/ice?source=7&at=83',
  ...more,
});
const options = async () => {
  await click(await findByRole('button', texts.options));
};
const opened = (more: object = {}, around: object = {}) =>
  openNotes([clip(more), paragraph('after')], host(around));

describe('a clip of a video', () => {
  it('shows its heading, text, duration and source', async () => {
    await opened();
    const figure = await findByRole('figure', texts.clip);
    for (const said of ['How ice flows', 'Ice flows like honey.', '01:23–01:45', 'A channel'])
      expect(pageText(figure)).toContain(said);
  });

  it('lists its key points while it is expanded', async () => {
    await opened({ keypoints: ['It flows under its weight.', 'It flows faster when warm.'] });
    expect(queryByRole('list', texts.keyPoints)).toBeUndefined();
    await findByRole('figure', texts.clip);
    const [expand] = getAllByRole('button', texts.expand);
    await click(expand ?? document.body);
    expect(pageText(await findByRole('list', texts.keyPoints))).toContain('faster when warm');
  });

  it('offers an upgrade instead of Ask AI once no questions are left', async () => {
    await opened({}, { barrier: 'No more', upgrade: <button type="button">Upgrade</button> });
    await findByRole('button', 'Upgrade');
    expect(queryByRole('button', 'Ask AI')).toBeUndefined();
  });

  it('plays from its start', async () => {
    const onGo = vi.fn();
    await opened({}, { onGo });
    await click(await findByRole('button', /^Play 22 s/));
    expect(onGo.mock.calls[0]).toMatchObject([id(7), { startS: 83, endS: 105 }]);
  });

  it('is renamed, and saved with Enter', async () => {
    const notes = await opened();
    await click(await findByRole('button', 'How ice flows'));
    const field = getByRole('textbox', texts.heading);
    await type(field, 'How glaciers move');
    await press('Enter', { on: field });
    expect(getByRole('button', 'How glaciers move')).toBeDefined();
    expect(notes.attributes('clip')['clip_heading']).toBe('How glaciers move');
  });

  it('starts collapsed, and is expanded for everyone by an editor', async () => {
    const notes = await opened();
    await click(await findByRole('button', texts.expand));
    expect(notes.attributes('clip')['shrink']).toBe(false);
    expect(getByRole('button', texts.shrink).getAttribute('aria-expanded')).toBe('true');
  });

  it('gets another colour', async () => {
    const notes = await opened();
    await options();
    const colors = getAllByRole('menuitemradio');
    const other = colors.find((it) => it.getAttribute('aria-checked') === 'false');
    expect(colors.filter((it) => it.getAttribute('aria-checked') === 'true')).toHaveLength(1);
    await click(other ?? document.body);
    expect(notes.attributes('clip')['color']).not.toBe('#FFD356');
  });

  it('is deleted, and restored in its place', async () => {
    const notes = await opened();
    await options();
    await click(getByRole('menuitem', texts.remove));
    await findText(clipAlerts.clipDeleted);
    expect(notes.types()).toEqual(['paragraph']);
    await click(getByRole('button', clipAlerts.undo));
    expect(notes.types()).toEqual(['clip', 'paragraph']);
    expect(notes.attributes('clip')).toMatchObject({ start: 83, clip_heading: 'How ice flows' });
  });

  it('is reported to the page, before and after it is deleted', async () => {
    const notes = await opened();
    await expect.poll(() => notes.clips.at(-1)).toHaveLength(1);
    notes.edits.remove('clip-1');
    await expect.poll(() => notes.clips.at(-1)).toEqual([]);
  });

  it('copies its link, or says that it could not', async () => {
    const written: string[] = [];
    let isRefused = false;
    const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: {
        writeText: (text: string) => {
          if (isRefused) return Promise.reject(new Error('No.'));
          written.push(text);
          return Promise.resolve();
        },
      },
    });
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => {
      warned.mockRestore();
      if (before) Object.defineProperty(navigator, 'clipboard', before);
      else Reflect.deleteProperty(navigator, 'clipboard');
    });
    await opened();
    await options();
    await click(getByRole('menuitem', texts.copyLink));
    await findText(texts.copied);
    expect(written).toEqual(['https://gloss.example/t/ice?source=7&at=83']);
    isRefused = true;
    await options();
    await click(getByRole('menuitem', texts.copyLink));
    await findText(texts.notCopied);
  });

  it('is expanded by a reader only for themselves, and offers its link', async () => {
    const notes = await openNotes([clip()], host({ readOnly: true }));
    await options();
    expect(getAllByRole('menuitem').map((it) => it.textContent)).toEqual([
      texts.expand,
      texts.copyLink,
    ]);
    await click(getByRole('menuitem', texts.expand));
    expect(getByRole('button', texts.shrink)).toBeDefined();
    expect(notes.attributes('clip')['shrink']).toBe(true);
    expect(queryByRole('button', 'How ice flows')).toBeUndefined();
    expect(pageText()).toContain('How ice flows');
  });
});

describe('the time range of a clip', () => {
  const ranging = async (wordsBetween?: () => Promise<string>) => {
    const notes = await opened({}, wordsBetween ? { wordsBetween } : {});
    await options();
    await click(getByRole('menuitem', texts.range));
    await findByRole('dialog', texts.range);
    return notes;
  };
  const field = (name: string) => getByRole('textbox', name);

  it('is edited as text, and the clip gets the text of that range', async () => {
    const notes = await ranging(() => Promise.resolve('Honey flows.'));
    await type(field(texts.start), '01:30');
    await type(field(texts.end), '02:00');
    await click(getByRole('button', texts.set));
    expect(notes.attributes('clip')).toMatchObject({ start: 90, end: 120 });
    await expect.poll(() => notes.attributes('clip')['clip_text']).toBe('Honey flows.');
    expect(queryByRole('dialog')).toBeUndefined();
  });

  it("keeps the clip's text if that of the range is unknown", async () => {
    const notes = await ranging(() => Promise.resolve(''));
    await type(field(texts.end), '02:00');
    await click(getByRole('button', texts.set));
    expect(notes.attributes('clip')).toMatchObject({
      end: 120,
      clip_text: 'Ice flows like honey.',
    });
  });

  it('explains the format of a time, and that the end comes after the start', async () => {
    await ranging();
    await type(field(texts.start), 'soon');
    expect(pageText(getByRole('alert'))).toBe(texts.badTime);
    expect(getByRole('button', texts.set)).toHaveProperty('disabled', true);
    await type(field(texts.start), '03:00');
    expect(pageText(getByRole('alert'))).toBe(texts.badOrder);
    await type(field(texts.start), '01:40');
    expect(queryByRole('alert')).toBeUndefined();
  });
});

describe('a suggested clip', () => {
  it('becomes a clip, or disappears', async () => {
    const notes = await opened({ clip_type: 'ghost' });
    await findByRole('figure', texts.ghost);
    await click(getByRole('button', texts.keep));
    expect(await findByRole('figure', texts.clip)).toBeDefined();
    expect(notes.attributes('clip')['clip_type']).toBe('manual');
  });

  it('disappears when it is dismissed', async () => {
    const notes = await opened({ clip_type: 'ghost' });
    await click(await findByRole('button', texts.dismiss));
    expect(notes.types()).toEqual(['paragraph']);
  });
});

describe('a clip whose text changed', () => {
  it('shows the current text of the source', async () => {
    await opened({ anchor: { outcome: 'changed', version: 2, now: 'Ice creeps.' } });
    await findByRole('figure', texts.clip);
    expect(pageText(getByRole('note'))).toBe(texts.anchor.changed('Ice creeps.'));
  });

  it('opens the old version of the source', async () => {
    await opened({ anchor: { outcome: 'lost', version: 3 } });
    const link = await findByRole('link', texts.anchor.earlierVersion);
    expect(pageText(getByRole('note'))).toContain(texts.anchor.lost);
    expect(link.getAttribute('href')).toBe(`/library/${id(7)}?version=3`);
  });
});

describe('a clip of a document', () => {
  const long = `${'Reading turns into writing. '.repeat(15)}End.`;
  const pdf = (more: object = {}) =>
    block('pdf-clip', {
      source_id: id(8),
      text: 'The margin.',
      highlightAreas: [{ pageIndex: 3, left: 10, top: 40, width: 60, height: 2 }],
      ...more,
    });

  it('opens its page', async () => {
    const onGo = vi.fn();
    await openNotes([pdf(), paragraph('')], host({ onGo }));
    const figure = await findByRole('figure', texts.pdfClip);
    expect(pageText(figure)).toContain('The margin.');
    await click(getByRole('button', /^Open .*4$/, figure));
    expect(onGo.mock.calls[0]).toMatchObject([id(8), { medium: 'paged' }]);
  });

  it('collapses long text and expands it', async () => {
    await openNotes([pdf({ text: long }), paragraph('')], host());
    const more = await findByRole('button', texts.showAll);
    expect(more.getAttribute('aria-expanded')).toBe('false');
    await click(more);
    expect(getByRole('button', texts.showLess).getAttribute('aria-expanded')).toBe('true');
  });

  it('is underlined instead of highlighted', async () => {
    const notes = await openNotes([pdf(), paragraph('')], host());
    await options();
    await click(getByRole('menuitem', texts.underline));
    expect(notes.attributes('pdf-clip')['underline']).toBe(true);
    await options();
    expect(getByRole('menuitem', texts.highlight)).toBeDefined();
  });

  it('opens the paragraph of a web page', async () => {
    const onGo = vi.fn();
    const web = block('web-clip', { source_id: id(9), text: 'Marginalia.', paragraph: 12 });
    await openNotes([web, paragraph('')], host({ onGo }));
    const figure = await findByRole('figure', texts.webClip);
    await click(getByRole('button', /^Open .*12$/, figure));
    expect(onGo.mock.calls[0]).toMatchObject([id(9), { medium: 'flow', paragraph: 12 }]);
  });
});
