import { afterEach, expect, it } from 'vitest';
import { removeText } from '#ui/storage/browser-storage.ts';
import { SAMPLE_TITLE } from '#core/contract/thread.ts';
import { id, thread, webSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  getByRole,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { openWorkspace } from './testing/workspace.tsx';
import { Tour, type TourStep } from './tour.tsx';
import { tourTexts as texts } from './texts/tour.ts';

afterEach(() => removeText('local', 'gloss-tour-dismissed'));

const tour = () => pageText(getByRole('region', texts.label));
const shown = async (...done: TourStep[]) => {
  const it = await render(<Tour done={new Set(done)} onPane={() => undefined} />);
  const text = tour();
  await it.unmount();
  return text;
};

it('continues with the first open step, and ends after the last', async () => {
  expect(await shown()).toContain(texts.steps.chip);
  expect(await shown('chip')).toContain(texts.steps.ask);
  expect(await shown('chip', 'clip')).toContain(texts.steps.ask);
  expect(await shown('chip', 'ask')).toContain(texts.steps.clip);
  expect(await shown('chip', 'ask', 'clip')).toContain(texts.finished);
});

it('is dismissed permanently', async () => {
  const first = await render(<Tour done={new Set()} onPane={() => undefined} />);
  await click(getByRole('button', texts.skip));
  expect(queryByRole('region', texts.label)).toBeUndefined();
  await first.unmount();
  await render(<Tour done={new Set()} onPane={() => undefined} />);
  expect(queryByRole('region', texts.label)).toBeUndefined();
});

it('does not restart after it was finished', async () => {
  const finished = new Set<TourStep>(['chip', 'ask', 'clip']);
  const first = await render(<Tour done={finished} onPane={() => undefined} />);
  expect(tour()).toContain(texts.finished);
  await first.unmount();
  await render(<Tour done={new Set()} onPane={() => undefined} />);
  expect(queryByRole('region', texts.label)).toBeUndefined();
});

it('disappears when it is closed after the last step', async () => {
  const finished = new Set<TourStep>(['chip', 'ask', 'clip']);
  await render(<Tour done={finished} onPane={() => undefined} />);
  await click(getByRole('button', texts.close));
  expect(queryByRole('region', texts.label)).toBeUndefined();
});

const sources = [
  webSource(10, { fileUrl: '/content/web-10', readModFileUrl: '/content/reader-10' }),
];

it('starts in the sample thread, and counts a question', async () => {
  await openWorkspace(thread(1, { title: SAMPLE_TITLE, thread_source_data: sources }));
  await findByRole('region', texts.label);
  expect(tour()).toContain(texts.steps.chip);
  const field = getByRole('textbox', 'Ask a question');
  await type(field, 'How long?');
  await press('Enter', { on: field });
  expect(tour()).toContain(texts.steps.chip);
});

it('shows where a step is done', async () => {
  await openWorkspace(thread(1, { title: SAMPLE_TITLE, thread_source_data: sources }));
  await findByRole('region', texts.label);
  await click(getByRole('button', texts.show));
  await expect.poll(() => document.activeElement?.id).toBe('notes');
});

it('is not shown in other threads', async () => {
  await openWorkspace(thread(1, { title: `Mine ${id(1)}`, thread_source_data: sources }));
  await findNoRole('region', texts.label);
});
