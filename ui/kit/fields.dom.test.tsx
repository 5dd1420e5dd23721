import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { descriptionOf } from '#ui/testing/accessible-name.ts';
import {
  getAllByRole,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { choose, click, press, type } from '#ui/testing/user.ts';
import { Checkbox } from './checkbox.tsx';
import { CLIP_COLORS, ClipColors } from './clip-colors.tsx';
import { Field, NewPasswordField, PasswordField } from './field.tsx';
import { Choice, Day } from './filter-fields.tsx';
import { IntervalPicker } from './interval-picker.tsx';
import { Segments } from './segments.tsx';
import { fieldTexts } from './texts/fields.ts';
import { intervalTexts } from './texts/interval.ts';

/** A part of a form with its value. */
function Held<V>({
  start,
  children,
}: {
  start: V;
  children: (value: V, set: (value: V) => void) => React.ReactNode;
}) {
  const [value, setValue] = useState(start);
  return children(value, setValue);
}

it('names a field by its label and reads its hint, or the error instead', async () => {
  const field = (error?: string) => (
    <Field
      name="name"
      label="Name"
      hint="As others see it"
      value=""
      onChange={vi.fn()}
      error={error}
    />
  );
  const shown = await render(field());
  expect(descriptionOf(getByRole('textbox', 'Name'))).toBe('As others see it');
  expect(getByRole('textbox', 'Name').getAttribute('aria-invalid')).toBe('false');
  await shown.update(field('Enter your name'));
  expect(descriptionOf(getByRole('textbox', 'Name'))).toBe('Enter your name');
  expect(getByRole('textbox', 'Name').getAttribute('aria-invalid')).toBe('true');
  expect(pageText()).not.toContain('As others see it');
});

it('shows a password on request', async () => {
  await render(
    <Held start="correct horse">
      {(value, set) => (
        <PasswordField name="password" label="Password" value={value} onChange={set} />
      )}
    </Held>,
  );
  const field = getByRole('textbox', 'Password');
  expect(field.getAttribute('type')).toBe('password');
  await click(getByRole('button', fieldTexts.show));
  expect(field.getAttribute('type')).toBe('text');
  await click(getByRole('button', fieldTexts.hide));
  expect(field.getAttribute('type')).toBe('password');
});

it('rates a new password while it is typed', async () => {
  await render(
    <Held start="">
      {(value, set) => (
        <NewPasswordField
          name="new"
          label="New password"
          known={['Ada']}
          value={value}
          onChange={set}
        />
      )}
    </Held>,
  );
  const field = getByRole('textbox', 'New password');
  expect(descriptionOf(field)).toBe(fieldTexts.strengthHint(10));
  for (const [password, word] of [
    ['short', fieldTexts.strengths.short],
    ['passwordada', fieldTexts.strengths.weak],
    ['violin under seventeen maples', fieldTexts.strengths.strong],
  ] as const) {
    await type(field, password);
    expect(pageText(getByRole('status'))).toBe(`${fieldTexts.strength} ${word}`);
  }
});

it('is ticked with a click and the space key, with modifiers', async () => {
  const pressed = vi.fn();
  await render(
    <Checkbox label="Select it" checked={false} onPress={(it) => pressed(it.shiftKey)} />,
  );
  const box = getByRole('checkbox', 'Select it');
  await click(box, { shiftKey: true });
  box.focus();
  await press(' ');
  expect(pressed.mock.calls).toEqual([[true], [false]]);
});

it('shows that only some items are ticked', async () => {
  const check = (checked: boolean, some: boolean) => (
    <Checkbox label="Select all" checked={checked} some={some} onPress={vi.fn()} />
  );
  const shown = await render(check(false, true));
  expect(getByRole('checkbox', 'Select all')).toMatchObject({
    indeterminate: true,
    checked: false,
  });
  await shown.update(check(true, false));
  expect(getByRole('checkbox', 'Select all')).toMatchObject({
    indeterminate: false,
    checked: true,
  });
});

it('has one selected colour, ignoring case', async () => {
  const chosen = vi.fn();
  await render(<ClipColors color={CLIP_COLORS[3].color.toLowerCase()} onColor={chosen} />);
  const checked = getAllByRole('radio').filter((it) => it.getAttribute('aria-checked') === 'true');
  expect(checked).toEqual([getByRole('radio', CLIP_COLORS[3].name)]);
  await click(getByRole('radio', CLIP_COLORS[5].name));
  expect(chosen.mock.calls).toEqual([[CLIP_COLORS[5].color]]);
});

it('offers six distinct clip colours', () => {
  expect(new Set(CLIP_COLORS.map((it) => it.color.toUpperCase())).size).toBe(6);
  expect(new Set(CLIP_COLORS.map((it) => it.name)).size).toBe(6);
});

it('keeps a selected value that the list no longer has', async () => {
  const chosen = vi.fn();
  await render(
    <Choice
      label="Tag"
      none="Any tag"
      value="chemistry"
      options={[{ value: 'physics', label: 'Physics' }]}
      onChange={chosen}
    />,
  );
  const list = getByRole('combobox', 'Tag');
  expect(itemsOf(list)).toEqual(['Any tag', 'Physics', 'chemistry']);
  expect(list).toHaveProperty('value', 'chemistry');
  await choose(list, 'Any tag');
  await choose(list, 'Physics');
  expect(chosen.mock.calls).toEqual([[''], ['physics']]);
});

it('always has a selection if there is no empty option', async () => {
  await render(
    <Choice label="Order" value="a" options={[{ value: 'a', label: 'A' }]} onChange={vi.fn()} />,
  );
  expect(itemsOf(getByRole('combobox', 'Order'))).toEqual(['A']);
});

it('limits a date by the other end of its range', async () => {
  const chosen = vi.fn();
  await render(
    <Day label="Added from" value="" min="2026-01-01" max="2026-02-01" onChange={chosen} />,
  );
  const day = getByRole('textbox', 'Added from');
  expect(day).toMatchObject({ type: 'date', min: '2026-01-01', max: '2026-02-01' });
  await type(day, '2026-01-15');
  expect(chosen.mock.calls).toEqual([['2026-01-15']]);
});

it('selects one of a few segments', async () => {
  await render(
    <Held start="a">
      {(value, set) => (
        <Segments
          label="Kind"
          value={value}
          onChange={set}
          options={[
            { value: 'a', label: 'All' },
            { value: 'b', label: 'PDF' },
          ]}
        />
      )}
    </Held>,
  );
  const group = getByRole('radiogroup', 'Kind');
  expect(getByRole('radio', 'All', group)).toHaveProperty('checked', true);
  await click(getByRole('radio', 'PDF', group));
  expect(getByRole('radio', 'PDF', group)).toHaveProperty('checked', true);
  expect(getByRole('radio', 'All', group)).toHaveProperty('checked', false);
});

const interval = async (start: string) => {
  const chosen = vi.fn();
  await render(
    <Held start={start}>
      {(value, set) => (
        <IntervalPicker
          label="Check"
          value={value}
          onChange={(it) => {
            chosen(it);
            set(it);
          }}
        />
      )}
    </Held>,
  );
  return { chosen, list: getByRole('combobox', 'Check') };
};

it('selects a common interval at once', async () => {
  const { chosen, list } = await interval('');
  expect(list).toHaveProperty('value', '');
  await choose(list, intervalTexts.usual.P1W);
  expect(chosen.mock.calls).toEqual([['P1W']]);
  expect(queryByRole('textbox', intervalTexts.count)).toBeUndefined();
});

it('shows a custom interval as text', async () => {
  const { list } = await interval('P2W');
  expect(itemsOf(list)).toContain('Every 2 weeks');
  expect(list).toHaveProperty('value', 'P2W');
});

it('sets a custom interval once it is complete', async () => {
  const { chosen, list } = await interval('');
  await choose(list, intervalTexts.custom);
  await type(getByRole('textbox', intervalTexts.count), '6');
  await choose(getByRole('combobox', intervalTexts.unit), intervalTexts.units.hour);
  expect(chosen).not.toHaveBeenCalled();
  await click(getByRole('button', intervalTexts.set));
  expect(chosen.mock.calls).toEqual([['PT6H']]);
  expect(list).toHaveProperty('value', 'PT6H');
});

it.each(['0', '-1', '1.5', 'x', '', '13'])('rejects an interval of %j months', async (count) => {
  const { list } = await interval('');
  await choose(list, intervalTexts.custom);
  await choose(getByRole('combobox', intervalTexts.unit), intervalTexts.units.month);
  await type(getByRole('textbox', intervalTexts.count), count);
  expect(pageText(getByRole('alert'))).toBe(intervalTexts.outOfRange);
  expect(getByRole('button', intervalTexts.set)).toHaveProperty('disabled', true);
});
