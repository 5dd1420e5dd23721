import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { pageSelection, pagesToAreas, pagesToLocator, quoteRects } from './page-text.ts';

/** Each character is 10 px wide, and each line 20 px high. */
function layOutText() {
  const before = Range.prototype.getClientRects;
  Range.prototype.getClientRects = function rects(this: Range) {
    const line = this.startContainer.parentElement?.closest<HTMLElement>('[data-line]');
    const top = Number(line?.dataset['line'] ?? 0) * 20;
    const length = this.endOffset - this.startOffset;
    return [new DOMRect(this.startOffset * 10, top, length * 10, 20)] as unknown as DOMRectList;
  };
  onTestFinished(() => {
    Range.prototype.getClientRects = before;
  });
}

/** A page of 1000 × 200 px at the top of the window, with a text layer of lines. */
function page(number: number, ...lines: string[]): HTMLElement {
  const element = document.createElement('div');
  element.className = 'page';
  element.dataset['pageNumber'] = String(number);
  element.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 200);
  Object.defineProperties(element, {
    clientWidth: { value: 1000 },
    clientHeight: { value: 200 },
    clientLeft: { value: 0 },
    clientTop: { value: 0 },
  });
  const layer = document.createElement('div');
  layer.className = 'textLayer';
  for (const [at, text] of lines.entries()) {
    const line = document.createElement('span');
    line.dataset['line'] = String(at);
    line.textContent = text;
    layer.append(line, document.createElement('br'));
  }
  element.append(layer);
  return element;
}
function container(...pages: HTMLElement[]): HTMLElement {
  const element = document.createElement('div');
  element.append(...pages);
  document.body.append(element);
  return element;
}
const textOf = (element: HTMLElement, line: number): Text =>
  element.querySelectorAll('span')[line]?.firstChild as Text;
function select(from: [Text, number], to: [Text, number]) {
  const range = document.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.addRange(range);
}
const upright = () => 0 as const;

beforeEach(() => {
  document.body.replaceChildren();
  document.getSelection()?.removeAllRanges();
  layOutText();
});

it('finds a quote on its page, over two lines', () => {
  const element = page(1, 'Spacing helps', 'memory a lot');
  container(element);
  expect(quoteRects(element, 'helps memory', 0)).toEqual([
    { x: 0.08, y: 0, width: 0.05, height: 0.1 },
    { x: 0, y: 0.1, width: 0.06, height: 0.1 },
  ]);
});

it('finds nothing on a page without text, or with other text', () => {
  const bare = document.createElement('div');
  expect(quoteRects(bare, 'memory', 0)).toEqual([]);
  expect(quoteRects(page(1, 'Something else'), 'alchemy', 0)).toEqual([]);
});

it('creates a locator from the selected words of a page', () => {
  const element = page(4, 'Spacing helps memory');
  const all = container(element);
  select([textOf(element, 0), 8], [textOf(element, 0), 13]);
  const found = pageSelection(all, upright);
  expect(found?.locator).toEqual({
    medium: 'paged',
    page: 4,
    quote: 'helps',
    rects: [{ x: 0.08, y: 0, width: 0.05, height: 0.1 }],
  });
});

it('joins a word that is hyphenated at the end of a line', () => {
  const element = page(1, 'It helps mem-', 'ory a lot');
  const all = container(element);
  select([textOf(element, 0), 3], [textOf(element, 1), 3]);
  expect(pageSelection(all, upright)?.locator.quote).toBe('helps memory');
});

it('puts a space at the end of a line', () => {
  const element = page(1, 'Spacing helps', 'memory');
  const all = container(element);
  select([textOf(element, 0), 8], [textOf(element, 1), 6]);
  expect(pageSelection(all, upright)?.locator.quote).toBe('helps memory');
});

it('creates one locator from a selection over two pages, with its lines on both', () => {
  const [first, second] = [page(1, 'It begins here'), page(2, 'and ends there')];
  const all = container(first, second);
  select([textOf(first, 0), 3], [textOf(second, 0), 8]);
  const found = pageSelection(all, upright);
  expect(found?.locator.page).toBe(1);
  expect(found?.locator.quote).toBe('begins here and ends');
  expect(found?.areas.map((it) => it.page)).toEqual([1, 2]);
});

it('is undefined without a selection, or for one elsewhere', () => {
  const element = page(1, 'Spacing helps');
  const all = container(element);
  expect(pageSelection(all, upright)).toBeUndefined();
  const elsewhere = document.body.appendChild(document.createElement('p'));
  elsewhere.append('elsewhere');
  document.getSelection()?.selectAllChildren(elsewhere);
  expect(pageSelection(all, upright)).toBeUndefined();
});

it('returns the position on the unrotated page', () => {
  const element = page(1, 'Spacing');
  const all = container(element);
  select([textOf(element, 0), 0], [textOf(element, 0), 7]);
  expect(pageSelection(all, () => 180)?.locator.rects).toEqual([
    { x: 0.93, y: 0.9, width: 0.07, height: 0.1 },
  ]);
});

it('is undefined if no visible text is selected', () => {
  expect(pagesToLocator([])).toBeUndefined();
  expect(
    pagesToLocator([{ page: 1, text: ' \n ', rects: [{ x: 0, y: 0, width: 1, height: 1 }] }]),
  ).toBeUndefined();
  expect(pagesToLocator([{ page: 1, text: 'hidden', rects: [] }])).toBeUndefined();
  expect(pagesToAreas([{ page: 1, text: 'hidden', rects: [] }])).toEqual([]);
});
