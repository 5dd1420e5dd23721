import { QueryClientProvider } from '@tanstack/react-query';
import { keys, makeQueryClient } from '#ui/client/queries.ts';
import { me } from '#ui/testing/examples.ts';
import { expect, it, vi } from 'vitest';
import { CLIP_COLORS } from '#ui/kit/clip-colors.tsx';
import { clipActionTexts } from '#ui/kit/texts/clips.ts';
import { matchOnly } from '#ui/testing/browser-parts.ts';
import {
  findByRole,
  findText,
  getAllByRole,
  getByRole,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, press } from '#ui/testing/user.ts';
import { highlightLabel } from './highlight-label.ts';
import { MarkPopover } from './mark-popover.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { rectOf, spotOf } from './selection-spot.ts';
import { markTexts as texts } from './texts.ts';
import type { ViewerClip } from '../viewer-handle.ts';

const SPOT = { x: 300, top: 200, bottom: 240 };
const bar = (more: Partial<Parameters<typeof SelectionBar>[0]> = {}) => (
  <SelectionBar spot={SPOT} text="selected words" onSave={vi.fn()} onClose={vi.fn()} {...more} />
);
const toolbar = () => getByRole('toolbar', texts.selectedText);
const clipboard = (write: (text: string) => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: write },
    configurable: true,
  });

it('saves selected text as a clip, in a colour, or underlined like the last one', async () => {
  const [saved, marked] = [vi.fn(), vi.fn()];
  await render(bar({ onSave: saved, style: { color: '#86BDF5', onMark: marked } }));
  await click(getByRole('button', texts.saveClip));
  await click(getByRole('button', texts.highlightIn(CLIP_COLORS[5].name)));
  await click(getByRole('button', texts.underline));
  expect(saved).toHaveBeenCalledOnce();
  expect(marked.mock.calls).toEqual([
    [{ color: CLIP_COLORS[5].color, underline: false }],
    [{ color: '#86BDF5', underline: true }],
  ]);
});

it('offers no colours for clips without a style', async () => {
  await render(bar());
  expect(queryByRole('group', texts.highlight)).toBeUndefined();
  expect(queryByRole('button', texts.underline)).toBeUndefined();
});

it('closes with Escape, without saving', async () => {
  const [saved, closed] = [vi.fn(), vi.fn()];
  await render(bar({ onSave: saved, onClose: closed }));
  await press('Escape');
  expect(closed).toHaveBeenCalledOnce();
  expect(saved).not.toHaveBeenCalled();
});

it('lets viewers copy, but not highlight', async () => {
  const written: string[] = [];
  clipboard(async (text) => {
    written.push(text);
  });
  await render(bar({ onSave: undefined }));
  expect(getAllByRole('button', undefined, toolbar())).toHaveLength(1);
  await click(getByRole('button', texts.copy));
  await findText(texts.copied);
  expect(written).toEqual(['selected words']);
});

it('says when the browser does not allow copying', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  clipboard(() => Promise.reject(new Error('Not allowed.')));
  await render(bar());
  await click(getByRole('button', texts.copy));
  await findText(texts.notCopied);
  report.mockRestore();
});

it('asks about the text if the person may', async () => {
  const asked = vi.fn();
  const shown = await render(bar({ onAsk: asked }));
  await click(getByRole('button', clipActionTexts.askAi));
  expect(asked).toHaveBeenCalledOnce();
  await shown.update(bar());
  expect(queryByRole('button', clipActionTexts.askAi)).toBeUndefined();
});

it('offers an upgrade instead of Ask AI once no questions are left', async () => {
  const asked = vi.fn();
  const cache = makeQueryClient();
  cache.setQueryData(keys.me, me({ limits: { question_n_answers: 0 } }));
  await render(<QueryClientProvider client={cache}>{bar({ onAsk: asked })}</QueryClientProvider>);
  expect(queryByRole('button', clipActionTexts.askAi)).toBeUndefined();
  await click(getByRole('button', texts.upgrade));
  expect(asked).toHaveBeenCalledOnce();
});

it('keeps the selection when it is clicked', async () => {
  await render(bar());
  const down = new PointerEvent('pointerdown', { bubbles: true, cancelable: true });
  getByRole('button', texts.saveClip).dispatchEvent(down);
  expect(down.defaultPrevented).toBe(true);
});

it('floats above the text, and below it on touch screens', async () => {
  const shown = await render(bar());
  await expect.poll(() => toolbar().dataset['side']).toBe('top');
  matchOnly('(pointer: coarse)');
  await shown.update(bar());
  await expect.poll(() => toolbar().dataset['side']).toBe('bottom');
});

it('saves what is said as a moment during playback', async () => {
  const moment = vi.fn();
  const shown = await render(bar({ onMoment: moment }));
  await click(getByRole('button', texts.saveMoment));
  expect(moment).toHaveBeenCalledOnce();
  await shown.update(bar());
  expect(queryByRole('button', texts.saveMoment)).toBeUndefined();
});

const CLIP: ViewerClip = {
  _id: 'clip-1',
  color: CLIP_COLORS[1].color,
  locator: { medium: 'flow', paragraph: 2, quote: 'words', prefix: '', suffix: '' },
};
const popover = async (more: Partial<Parameters<typeof MarkPopover>[0]> = {}) => {
  const calls = { onClose: vi.fn(), onChange: vi.fn(), onShow: vi.fn(), onDelete: vi.fn() };
  await render(
    <MarkPopover clip={CLIP} boxOf={() => new DOMRect(10, 10, 50, 20)} {...calls} {...more} />,
  );
  await findByRole('dialog', texts.highlight);
  return calls;
};

it('changes the colour of a highlight, or underlines it', async () => {
  const { onChange } = await popover();
  const checked = getAllByRole('radio').filter((it) => it.getAttribute('aria-checked') === 'true');
  expect(checked[0]).toBe(getByRole('radio', CLIP_COLORS[1].name));
  await click(getByRole('radio', CLIP_COLORS[3].name));
  await click(getByRole('radio', texts.underline));
  expect(onChange.mock.calls).toEqual([
    ['clip-1', { color: CLIP_COLORS[3].color }],
    ['clip-1', { underline: true }],
  ]);
});

it('links from a highlight to the notes, and does not take the focus back', async () => {
  const { onShow, onClose } = await popover();
  await click(getByRole('button', texts.showInNotes));
  expect(onShow.mock.calls).toEqual([['clip-1']]);
  expect(onClose.mock.calls).toEqual([[true]]);
});

it('deletes a highlight', async () => {
  const { onDelete, onClose } = await popover();
  await click(getByRole('button', texts.deleteHighlight));
  expect(onDelete.mock.calls).toEqual([['clip-1']]);
  expect(onClose.mock.calls).toEqual([[false]]);
});

it('closes a highlight with Escape', async () => {
  const { onClose } = await popover();
  await press('Escape');
  expect(onClose.mock.calls).toEqual([[false]]);
});

it('shows readers only the link to the notes', async () => {
  await popover({ onChange: undefined, onDelete: undefined });
  expect(queryByRole('radio')).toBeUndefined();
  expect(queryByRole('button', texts.deleteHighlight)).toBeUndefined();
  expect(getByRole('button', texts.showInNotes)).toBeDefined();
});

it('names a highlight by the start of its quote', () => {
  expect(highlightLabel('short')).toBe(texts.highlightOf('short'));
  expect(highlightLabel('x'.repeat(90))).toBe(texts.highlightOf(`${'x'.repeat(80)}…`));
});

it('finds the position of a selection from its first line to its last', () => {
  const range = (...rects: DOMRect[]) =>
    ({ getClientRects: () => rects as unknown as DOMRectList }) as unknown as Range;
  const lines = [new DOMRect(100, 50, 600, 20), new DOMRect(80, 70, 30, 20)];
  expect(spotOf(range(new DOMRect(0, 0, 0, 20), ...lines))).toEqual({
    x: 220,
    top: 50,
    bottom: 90,
  });
  expect(spotOf(range())).toBeUndefined();
  expect(rectOf({ x: 5, top: 10, bottom: 10 })).toMatchObject({ x: 5, y: 10, width: 1, height: 1 });
});
