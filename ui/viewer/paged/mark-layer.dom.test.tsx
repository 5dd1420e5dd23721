import type { PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { beforeEach, expect, it, vi } from 'vitest';
import { getAllByRole, getByRole } from '#ui/testing/screen.tsx';
import { MarkLayer } from './mark-layer.ts';
import type { PageMark } from './page-marks.ts';

/** Pages of 1000 × 2000 px, one below the other, as laid out by PDF.js. */
function pages(count: number, rotation = 0) {
  const views = Array.from({ length: count }, (_, at) => {
    const div = document.createElement('div');
    div.className = 'page';
    div.dataset['pageNumber'] = String(at + 1);
    div.getBoundingClientRect = () => new DOMRect(0, at * 2000, 1000, 2000);
    Object.defineProperties(div, {
      clientWidth: { value: 1000 },
      clientHeight: { value: 2000 },
      clientLeft: { value: 0 },
      clientTop: { value: 0 },
    });
    document.body.append(div);
    return { div, viewport: { rotation } };
  });
  const viewer = { getPageView: (at: number) => views[at] };
  return { views, layer: new MarkLayer(viewer as unknown as PDFViewer) };
}
const RECT = { x: 0.1, y: 0.1, width: 0.4, height: 0.02 };
const clip = (id: string, more: Partial<PageMark> = {}): PageMark => ({
  id,
  page: 1,
  rects: [RECT],
  color: '#ffa862',
  label: `Highlight: ${id}`,
  ...more,
});
const marks = () => getAllByRole('button').map((it) => it.getAttribute('aria-label'));
const pressAt = (target: Element, clientX: number, clientY: number) =>
  new MouseEvent('click', { clientX, clientY, bubbles: true }) && {
    target,
    clientX,
    clientY,
  };
const asEvent = (it: object) => it as MouseEvent;

beforeEach(() => {
  document.body.replaceChildren();
  document.getSelection()?.removeAllRanges();
});

it('draws the marks of a page at their position, in their colours', () => {
  const { layer, views } = pages(2);
  layer.showClips([clip('one'), clip('two', { page: 2 })]);
  expect(marks()).toEqual(['Highlight: one', 'Highlight: two']);
  const box = views[0]?.div.querySelector<HTMLElement>('.gloss-marks > div');
  expect(box?.style.left).toBe('10%');
  expect(box?.style.width).toBe('40%');
  expect(box?.style.getPropertyValue('--mark-color')).toBe('#ffa862');
});

it('hides the drawn boxes from screen readers, which get a button for each mark', () => {
  const { layer } = pages(1);
  layer.showClips([clip('one', { rects: [RECT, { ...RECT, y: 0.13 }] })]);
  expect(document.querySelector('.gloss-marks')?.getAttribute('aria-hidden')).toBe('true');
  expect(document.querySelectorAll('.gloss-marks > div')).toHaveLength(2);
  const key = getByRole('button', 'Highlight: one');
  expect(key.getAttribute('aria-haspopup')).toBe('dialog');
});

it('draws an underline at the bottom of its line', () => {
  const { layer } = pages(1);
  layer.showClips([clip('one', { underline: true })]);
  const box = document.querySelector<HTMLElement>('.underlines');
  expect(Number.parseFloat(box?.style.top ?? '')).toBeCloseTo(11.76);
});

it('rotates the marks with their page', () => {
  const { layer } = pages(1, 90);
  layer.showClips([clip('one')]);
  const box = document.querySelector<HTMLElement>('.gloss-marks > div');
  expect(Number.parseFloat(box?.style.left ?? '')).toBeCloseTo(88);
  expect(Number.parseFloat(box?.style.height ?? '')).toBeCloseTo(40);
});

it('removes the marks of deleted clips, and draws each once', () => {
  const { layer } = pages(1);
  layer.showClips([clip('one'), clip('two')]);
  layer.draw(1);
  layer.draw(1);
  expect(marks()).toHaveLength(2);
  layer.showClips([]);
  expect(document.querySelector('.gloss-marks')).toBeNull();
  expect(document.querySelector('.gloss-mark-keys')).toBeNull();
});

it('keeps the focus on a mark that is redrawn', () => {
  const { layer } = pages(1);
  layer.showClips([clip('one'), clip('two')]);
  getByRole('button', 'Highlight: two').focus();
  layer.showClips([clip('one'), clip('two', { color: '#86bdf5' })]);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Highlight: two');
});

it('shows which mark is open', () => {
  const { layer } = pages(1);
  layer.showClips([clip('one'), clip('two')]);
  layer.choose('two');
  const isOpen = (name: string) => getByRole('button', name).classList.contains('is-open');
  expect([isOpen('Highlight: one'), isOpen('Highlight: two')]).toEqual([false, true]);
  layer.choose(undefined);
  expect(isOpen('Highlight: two')).toBe(false);
});

it('finds the clip of a clicked mark by its position on the page', () => {
  const { layer, views } = pages(2);
  layer.showClips([clip('one'), clip('two', { page: 2 })]);
  const [first, second] = views.map((it) => it.div);
  if (!first || !second) throw new Error('There are two pages.');
  expect(layer.pressed(asEvent(pressAt(first, 200, 220)))).toBe('one');
  expect(layer.pressed(asEvent(pressAt(second, 200, 2220)))).toBe('two');
  expect(layer.pressed(asEvent(pressAt(first, 800, 220)))).toBeUndefined();
});

it('finds the clip of a button that is pressed with the keyboard', () => {
  const { layer } = pages(1);
  layer.showClips([clip('one')]);
  expect(layer.pressed(asEvent(pressAt(getByRole('button'), 0, 0)))).toBe('one');
});

it('follows a link of the PDF over a mark', () => {
  const { layer, views } = pages(1);
  layer.showClips([clip('one')]);
  const link = document.createElement('a');
  views[0]?.div.append(link);
  expect(layer.pressed(asEvent(pressAt(link, 200, 220)))).toBeUndefined();
});

it('opens no mark while text is being selected', () => {
  const { layer, views } = pages(1);
  layer.showClips([clip('one')]);
  const page = views[0]?.div;
  if (!page) throw new Error('There is a page.');
  page.append('selected text');
  document.getSelection()?.selectAllChildren(page);
  expect(layer.pressed(asEvent(pressAt(page, 200, 220)))).toBeUndefined();
});

it('highlights the target position for a moment', () => {
  vi.useFakeTimers();
  const { layer } = pages(1);
  layer.flashGoal(1, [RECT]);
  expect(document.querySelectorAll('.flashes')).toHaveLength(1);
  vi.advanceTimersByTime(2400);
  expect(document.querySelectorAll('.flashes')).toHaveLength(0);
  expect(document.querySelectorAll('.gloss-marks > div')).toHaveLength(1);
  layer.clearGoal();
  expect(document.querySelector('.gloss-marks')).toBeNull();
  vi.useRealTimers();
});

it('highlights a target clip in its own colour, and leaves its mark unchanged', () => {
  vi.useFakeTimers();
  const { layer } = pages(1);
  layer.showClips([clip('one')]);
  layer.flashGoal(1, [RECT]);
  const flash = document.querySelector<HTMLElement>('.flashes');
  expect(flash?.style.getPropertyValue('--mark-color')).toBe('#ffa862');
  vi.advanceTimersByTime(2400);
  expect(document.querySelectorAll('.gloss-marks > div')).toHaveLength(1);
  vi.useRealTimers();
});

it('highlights once, however often the pages are laid out, until there is another target', () => {
  const { layer } = pages(2);
  layer.flashGoal(1, [RECT]);
  layer.flashGoal(2, [RECT]);
  expect(document.querySelectorAll('.flashes')).toHaveLength(1);
  layer.clearGoal();
  layer.flashGoal(2, [RECT]);
  expect(
    document.querySelector('.flashes')?.closest<HTMLElement>('.page')?.dataset['pageNumber'],
  ).toBe('2');
  layer.destroy();
});

it('ignores pages that the viewer does not have', () => {
  const { layer } = pages(1);
  expect(() => layer.showClips([clip('one', { page: 9 })])).not.toThrow();
  expect(document.querySelector('.gloss-marks')).toBeNull();
});
