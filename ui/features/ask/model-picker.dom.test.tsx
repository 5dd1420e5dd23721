import { expect, it } from 'vitest';
import type { Me } from '#core/contract/account.ts';
import { me } from '#ui/testing/examples.ts';
import { getByRole, itemsOf, render } from '#ui/testing/screen.tsx';
import { choose } from '#ui/testing/user.ts';
import { ModelPicker } from './model-picker.tsx';
import { useModel } from './model.ts';
import { askOptionTexts as texts } from './texts/options.ts';

const model = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  available: true,
  hidden: false,
  ...more,
});
const MODELS = [
  model(3, 'Small'),
  model(5, 'GPT-5'),
  model(7, 'Missing', { available: false }),
  model(8, 'Hidden', { hidden: true }),
];
const withModels = (models: object[], offline = false): Me =>
  me({ capabilities: { models, offline, embeddings: true, transcription: true } });

function Picker({ of }: { of: Me }) {
  return <ModelPicker me={of} model={useModel()} />;
}
const picker = () => getByRole('combobox', texts.model) as HTMLSelectElement;
const picked = () => picker().selectedOptions[0]?.text;

it('lists the available models, with the default selected', async () => {
  await render(<Picker of={withModels(MODELS)} />);
  expect(itemsOf(picker())).toEqual(['Small', 'GPT-5', 'Missing']);
  expect(picked()).toBe('GPT-5');
});

it('remembers the chosen model for the whole app', async () => {
  const { unmount } = await render(<Picker of={withModels(MODELS)} />);
  await choose(picker(), 'Small');
  expect(picked()).toBe('Small');
  await unmount();
  await render(<Picker of={withModels(MODELS)} />);
  expect(picked()).toBe('Small');
  expect(localStorage.getItem('gloss-model')).toBe('3');
});

it('selects the first available model if the remembered one is gone', async () => {
  localStorage.setItem('gloss-model', '7');
  await render(<Picker of={withModels(MODELS)} />);
  expect(picked()).toBe('Small');
});

it('says why a model is not available', async () => {
  await render(<Picker of={withModels(MODELS)} />);
  expect(picker().querySelector('optgroup')?.label).toBe(texts.notOffered);
  expect(picker().querySelector('optgroup option')).toHaveProperty('disabled', true);
});

it('says that the offline assistant answers, and what the models need', async () => {
  const missing = MODELS.map((it) => ({ ...it, available: false }));
  await render(<Picker of={withModels(missing, true)} />);
  expect(picked()).toBe(texts.offlineModel);
  expect(picker().querySelector('optgroup')?.label).toBe(texts.needsProvider);
});

it('falls back to the default if the stored value is invalid', async () => {
  localStorage.setItem('gloss-model', '"big"');
  await render(<Picker of={withModels(MODELS)} />);
  expect(picked()).toBe('GPT-5');
});
