import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Refusal, serveApi } from '#ui/testing/api-stand-in.ts';
import { descriptionOf } from '#ui/testing/accessible-name.ts';
import {
  findByRole,
  findText,
  getAllByRole,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { choose, click, press, type } from '#ui/testing/user.ts';
import { fieldsOf, problemsOf, type Fields } from './fields.ts';
import { Previews } from './previews.tsx';
import { ReachFields, StatusFields } from './status-fields.tsx';
import { CustomTagsField, MainTagField } from './tag-fields.tsx';
import { post } from '#ui/testing/post-example.ts';
import { publishTexts as texts } from './texts.ts';
import { ThemeFields } from './theme-fields.tsx';

const FIELDS = fieldsOf(post(1));
let now: Fields;
/** A part of the form, whose values are stored as the form does. */
function Part({
  begin,
  of: Shown,
}: {
  begin: Partial<Fields>;
  of: (it: Given) => React.ReactNode;
}) {
  const [fields, setFields] = useState<Fields>({ ...FIELDS, ...begin });
  now = fields;
  return (
    <Shown
      fields={fields}
      problems={problemsOf(fields, { published: false })}
      onChange={(part) => setFields((was) => ({ ...was, ...part }))}
    />
  );
}
interface Given {
  fields: Fields;
  problems: ReturnType<typeof problemsOf>;
  onChange: (part: Partial<Fields>) => void;
}

describe('the colours of a post', () => {
  const shown = (begin: Partial<Fields> = {}) =>
    render(<Part begin={begin} of={(it) => <ThemeFields {...it} />} />);
  const said = () => pageText(getByRole('status'));

  it('show their contrast, and warn if text or small print is hard to read', async () => {
    await shown({ primary: '#000000', secondary: '#ffffff', tertiary: '#777777' });
    expect(said()).toBe(texts.contrastGood(21));
    await type(getByRole('textbox', texts.hexOf(texts.tertiary)), '#cccccc');
    expect(said()).toContain(texts.contrastLow(texts.contrastSmall, 1.6, 3));
    await type(getByRole('textbox', texts.hexOf(texts.primary)), '#999999');
    expect(said()).toContain(texts.contrastLow(texts.contrastText, 2.8, 4.5));
    expect(said()).not.toContain('Text contrast');
  });

  it("consider the dark theme too, if it depends on the reader's system", async () => {
    await shown({ primary: '#000000', secondary: '#ffffff', tertiary: '#444444' });
    expect(said()).not.toContain(texts.contrastSmall);
    await click(getByRole('radio', texts.modes.auto));
    expect(now.mode).toBe('auto');
    expect(said()).toContain(texts.contrastSmall);
  });

  it('match one preset at most, whatever the case of their codes', async () => {
    await shown({ primary: '#123A5C', secondary: '#F7FAFC', tertiary: '#64788A' });
    const pressed = () =>
      getAllByRole('button')
        .filter((it) => it.getAttribute('aria-pressed') === 'true')
        .map((it) => pageText(it));
    expect(pressed()).toEqual([texts.presetNames.sea]);
    await type(getByRole('textbox', texts.hexOf(texts.primary)), '#123');
    expect(pressed()).toEqual([]);
    expect(queryByRole('status')).toBeUndefined();
    expect(descriptionOf(getByRole('textbox', texts.hexOf(texts.primary)))).toBe(
      texts.problems.color,
    );
  });
});

describe('the visibility of a post', () => {
  it('depends on its status, schedule and a switch', async () => {
    await render(
      <Part
        begin={{ status: 2, at: '' }}
        of={(it) => <StatusFields {...it} published={false} scheduledAt={null} />}
      />,
    );
    expect(queryByRole('button', texts.atClear)).toBeUndefined();
    await type(getByRole('textbox', texts.at), '2099-01-01T12:00');
    await click(getByRole('button', texts.atClear));
    expect(now.at).toBe('');
    await choose(getByRole('combobox', texts.status), texts.statuses[1] ?? '');
    expect(now.status).toBe(1);
    expect(queryByRole('textbox', texts.at)).toBeUndefined();
    expect(queryByRole('status')).toBeUndefined();
  });

  it('has no schedule once published, and shows the scheduled time', async () => {
    await render(
      <Part
        begin={{ status: 2 }}
        of={(it) => <StatusFields {...it} published scheduledAt="2099-01-01T12:00:00.000Z" />}
      />,
    );
    expect(queryByRole('textbox', texts.at)).toBeUndefined();
    expect(pageText(getByRole('status'))).toContain('2099');
  });

  it('can be limited to people with the link', async () => {
    await render(<Part begin={{}} of={(it) => <ReachFields {...it} />} />);
    const found = getByRole('switch', new RegExp(texts.indexable));
    expect(descriptionOf(found)).toBe(texts.indexableHint);
    await click(found);
    expect(now.indexable).toBe(false);
    expect(found.getAttribute('aria-checked')).toBe('false');
    await click(getByRole('radio', texts.levels.Advanced));
    expect(now.level).toBe('Advanced');
  });
});

describe('the tags of a post', () => {
  const TAGS = { docs: [{ _id: 't1', tag_name: 'Memory' }], totalDocs: 2, limit: 1, totalPages: 2 };
  const first = (begin: Partial<Fields> = {}) =>
    render(
      <Part
        begin={begin}
        of={({ fields, problems, onChange }) => (
          <MainTagField
            value={fields.firstTag}
            problem={problems.firstTag}
            onChange={(firstTag) => onChange({ firstTag })}
          />
        )}
      />,
    );

  it('load page by page, are searched, and chosen with the keyboard', async () => {
    const server = serveApi({
      'GET tags/v1/tags': ({ query }) =>
        query['page'] === '1'
          ? { ...TAGS, page: 1 }
          : { ...TAGS, page: 2, docs: [{ _id: 't2', tag_name: 'Sleep' }] },
    });
    await first({ firstTag: 't1' });
    const opener = getByRole('combobox', texts.firstTag);
    await findText('Memory', opener);
    expect(server.of('GET tags/v1/tags').map((it) => it.query['page'])).toEqual(['1', '2']);
    await click(opener);
    const sought = () => document.activeElement?.getAttribute('placeholder');
    await expect.poll(sought).toBe(texts.firstTagFind);
    const field = getByRole('combobox', texts.firstTagFind);
    await type(field, 'xyz');
    await findText(texts.firstTagNothing);
    await type(field, 'sle');
    await expect.poll(() => getAllByRole('option').map((it) => pageText(it))).toEqual(['Sleep']);
    await press('Enter', { on: field });
    expect(now.firstTag).toBe('t2');
    await findText('Sleep', getByRole('combobox', texts.firstTag));
  });

  it('say why they could not be loaded, and are retried', async () => {
    const server = serveApi({
      'GET tags/v1/tags': () => new Refusal(403, 'forbidden', 'Not today.'),
    });
    await first();
    await findText(`${texts.firstTagFailed}: Not today.`);
    server.change({ 'GET tags/v1/tags': () => ({ ...TAGS, page: 1, totalPages: 1 }) });
    await click(getByRole('button', texts.retry));
    await expect.poll(() => queryByRole('alert')).toBeUndefined();
    await click(getByRole('combobox', texts.firstTag));
    await findByRole('option', 'Memory');
  });

  it('can be custom, added when the field is left or with its button, and removed with Backspace', async () => {
    await render(
      <Part
        begin={{ aiTags: ['memory'] }}
        of={({ fields, problems, onChange }) => (
          <CustomTagsField
            value={fields.aiTags}
            problem={problems.aiTags}
            onChange={(aiTags) => onChange({ aiTags })}
          />
        )}
      />,
    );
    const field = getByRole('textbox', texts.aiTags);
    await type(field, '  ');
    expect(queryByRole('button', texts.aiTagAdd)).toBeUndefined();
    await type(field, '#sleep');
    await click(getByRole('button', texts.aiTagAdd));
    expect(itemsOf(getByRole('list', texts.aiTags))).toEqual(['memory', 'sleep']);
    await type(field, 'dreams');
    field.blur();
    await expect.poll(() => now.aiTags).toEqual(['memory', 'sleep', 'dreams']);
    await type(field, 'MEMORY;');
    expect(now.aiTags).toHaveLength(3);
    for (let n = 0; n < 3; n += 1) await press('Backspace', { on: field });
    expect(queryByRole('list', texts.aiTags)).toBeUndefined();
    await type(field, Array.from({ length: 21 }, (_, n) => `tag ${n}`).join(','));
    expect(descriptionOf(field)).toContain(texts.problems.tags(20));
  });
});

describe('the previews of a post', () => {
  const BASE = {
    cover: null,
    url: 'https://gloss.example/p/post-1',
    author: 'Ada',
    publishedAt: '2026-03-03T12:00:00.000Z',
    description: '',
    begins: '',
  };
  const preview = (name: string) => {
    const figure = getAllByRole('figure').find((it) => pageText(it).startsWith(name));
    if (!figure) throw new Error(`No preview "${name}".`);
    return figure;
  };
  const shown = (fields: Partial<Fields>, more: Partial<typeof BASE> = {}) =>
    render(<Previews {...BASE} {...more} fields={{ ...FIELDS, ...fields }} />);

  it('truncate a search result at a word, with the search title and text first', async () => {
    await shown({
      title: 'On spacing',
      metaTitle: `${'spacing '.repeat(9)}works`,
      gist: 'The gist.',
      metaDescription: `${'x'.repeat(200)}`,
    });
    const search = pageText(preview(texts.previewSearch));
    expect(search).toContain('gloss.example/p/post-1');
    expect(search).toContain(`${'spacing '.repeat(7)}…`.replace(' …', '…'));
    expect(search).toContain(`${'x'.repeat(155)}…`);
    expect(pageText(preview(texts.previewPage))).toContain('On spacing');
    expect(pageText(preview(texts.previewPage))).not.toContain('works');
  });

  it.each<[string, Partial<Fields>, Partial<typeof BASE>, string]>([
    ['the gist', { gist: 'The gist.' }, { description: 'Described.', begins: 'Once' }, 'The gist.'],
    ['the description', {}, { description: 'Described.', begins: 'Once' }, 'Described.'],
    ['the first words', {}, { begins: 'Once upon a time' }, 'Once upon a time'],
    ['that there is no text', {}, {}, texts.noDescription],
  ])('say below the title: %s', async (_, fields, more, said) => {
    await shown({ metaDescription: ' ', gist: '', ...fields }, more);
    expect(pageText(preview(texts.previewSearch))).toContain(said);
    expect(pageText(preview(texts.previewSocial))).toContain(said);
  });

  it('show author, date and level, also without a title', async () => {
    await shown({ title: ' ', level: 'Advanced', metaTitle: '' });
    const page = pageText(preview(texts.previewPage));
    for (const part of [
      texts.previewUntitled,
      texts.previewLead,
      'Ada',
      'Mar 03, 2026',
      'Advanced',
    ])
      expect(page).toContain(part);
    expect(pageText(preview(texts.previewSocial))).toContain(`Ada · ${texts.previewBy}`);
  });
});
