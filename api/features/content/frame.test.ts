// @vitest-environment node
import { readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '#pipeline/testing/eventually.ts';

const script = readFileSync(new URL('frame.js', import.meta.url), 'utf8');
const open: JSDOM[] = [];
afterEach(() => open.splice(0).forEach((it) => it.window.close()));

interface Sent {
  type: string;
  nonce: string;
  [name: string]: unknown;
}

/** A page that runs the script, and the other end of its port. */
function page(body: string) {
  const dom = new JSDOM(`<!doctype html><body>${body}<script>${script}</script></body>`, {
    runScripts: 'dangerously',
    pretendToBeVisual: true,
  });
  open.push(dom);
  const { window } = dom;
  const sent: Sent[] = [];
  const shown: Element[] = [];
  window.Element.prototype.scrollIntoView = function () {
    shown.push(this);
  };
  const port = {
    onmessage: (_: { data: unknown }) => {},
    postMessage: (data: Sent) => sent.push({ ...data }),
  };
  const hello = (data: unknown, source: unknown = window) => {
    const event = new window.MessageEvent('message', { data, source: source as Window });
    Object.defineProperty(event, 'ports', { value: [port] });
    window.dispatchEvent(event);
  };
  return { window, sent, shown, port, hello, document: window.document };
}
function ready(body: string) {
  const it = page(body);
  it.hello({ type: 'webIframe_init', nonce: 'n1' });
  return {
    ...it,
    tell: (data: object) => it.port.onmessage({ data }),
    marked: (name: string) =>
      [...it.document.querySelectorAll(`mark[data-gloss="${name}"]`)]
        .map((at) => at.textContent)
        .join('|'),
  };
}
const TWO =
  '<p data-p="1">A river bends. The bank wears.</p><p data-p="2">The <em>bank</em> wears  away, and the bank wears again.</p>';

test('reports that it is ready to the page that connects, with its nonce', () => {
  const { sent } = ready(TWO);
  expect(sent).toEqual([{ type: 'web_ready', paragraphs: 2, nonce: 'n1' }]);
});
test('accepts no port from another window, and no second one', () => {
  const it = page(TWO);
  it.hello({ type: 'webIframe_init', nonce: 'evil' }, null);
  it.hello({ type: 'other', nonce: 'evil' });
  expect(it.sent).toEqual([]);
  it.hello({ type: 'webIframe_init', nonce: 'n1' });
  it.hello({ type: 'webIframe_init', nonce: 'n2' });
  expect(it.sent.map((at) => at.nonce)).toEqual(['n1']);
});
test('scrolls to a paragraph and marks a quote that spans elements and spaces', () => {
  const { tell, marked, shown } = ready(TWO);
  tell({ type: 'webIframe_scrollTo', paragraph: 2, quote: 'the bank wears away' });
  expect(marked('gloss-goal')).toBe('The |bank| wears  away');
  expect(shown.at(-1)?.closest('[data-p]')?.getAttribute('data-p')).toBe('2');
  tell({ type: 'webIframe_scrollTo', paragraph: 1 });
  expect(marked('gloss-goal')).toBe('');
  expect(shown.at(-1)?.getAttribute('data-p')).toBe('1');
});
test('marks the occurrence after the prefix, also when the paragraph has moved', () => {
  const { tell, marked, shown } = ready(TWO);
  tell({ type: 'webIframe_scrollTo', paragraph: 2, quote: 'bank wears', prefix: ' and the ' });
  expect(marked('gloss-goal')).toBe('bank wears');
  expect(shown.at(-1)?.tagName).toBe('P');
  tell({ type: 'webIframe_scrollTo', paragraph: 99, quote: 'A river bends' });
  expect(marked('gloss-goal')).toBe('A river bends');
});
test('shows clips, scrolls to one by its id, and restores the text when they are removed', () => {
  const { tell, marked, shown, document } = ready(TWO);
  const before = document.querySelector('[data-p="2"]')?.innerHTML;
  tell({
    type: 'webIframe_updateClips',
    clips: [
      { _id: 'c1', paragraph: 2, quote: 'wears away', label: 'Highlight: wears away' },
      { _id: 'c2', paragraph: 2, quote: 'again', color: '#86BDF5', underline: true, label: '' },
    ],
  });
  expect([marked('gloss-clip-ffd356'), marked('gloss-clip-86bdf5-line')]).toEqual([
    'wears  away',
    'again',
  ]);
  expect(document.querySelector('#gloss-keys [data-clip="c1"]')?.textContent).toBe(
    'Highlight: wears away',
  );
  tell({ type: 'webIframe_scrollTo', _id: 'c1' });
  expect(shown.at(-1)?.closest('[data-p]')?.getAttribute('data-p')).toBe('2');
  tell({ type: 'webIframe_scrollTo', paragraph: 1 });
  tell({ type: 'webIframe_updateClips', clips: [] });
  expect(document.querySelectorAll('mark').length).toBe(0);
  expect(document.querySelector('[data-p="2"]')?.innerHTML.replace(/ class="[^"]*"/, '')).toBe(
    before,
  );
});
test('finds each match in turn, and reports how many there are', () => {
  const { tell, sent, marked } = ready(TWO);
  tell({ type: 'webIframe_find', query: 'bank', step: 'next' });
  tell({ type: 'webIframe_find', query: 'bank', step: 'previous' });
  expect(
    sent.filter((it) => it.type === 'web_found').map((it) => [it['current'], it['total']]),
  ).toEqual([
    [1, 3],
    [3, 3],
  ]);
  expect(marked('gloss-found')).toBe('bank');
});
test('marks the occurrence with the given number when quote and context repeat', () => {
  const { tell, document } = ready('<p data-p="1">so so so</p>');
  const before = () => document.querySelector('mark')?.previousSibling?.textContent;
  tell({
    type: 'webIframe_updateClips',
    clips: [{ _id: 'c1', paragraph: 1, quote: 'so', occurrence: 2 }],
  });
  expect(before()).toBe('so so ');
  tell({
    type: 'webIframe_updateClips',
    clips: [{ _id: 'c1', paragraph: 1, quote: 'so', occurrence: 0, prefix: 'so ', suffix: ' so' }],
  });
  expect(before()).toBe('so ');
});
test('reports the selection when it is finished, and returns it as a clip on request', async () => {
  const { window, document, sent, tell } = ready(TWO);
  const text = document.querySelector('[data-p="2"]')?.lastChild;
  if (!text) throw new Error('There is no text.');
  window.Range.prototype.getClientRects = () =>
    [new window.DOMRect(10, 100, 50, 20)] as unknown as DOMRectList;
  const at = text.nodeValue?.indexOf('bank wears again') ?? 0;
  window.getSelection()?.setBaseAndExtent(text, at, text, at + 10);
  await eventually(() =>
    expect(sent.at(-1)).toMatchObject({
      type: 'web_select',
      text: 'bank wears',
      spot: { x: 35, top: 100, bottom: 120 },
    }),
  );
  expect(sent.some((it) => it.type === 'web_createClip')).toBe(false);
  tell({ type: 'webIframe_takeClip', color: '#8AD3A0', underline: false });
  expect(sent.find((it) => it.type === 'web_createClip')).toMatchObject({
    paragraph: 2,
    text: 'bank wears',
    occurrence: 1,
    prefix: 'The bank wears  away, and the ',
    suffix: ' again.',
    color: '#8AD3A0',
  });
  await eventually(() => expect(sent.at(-1)).toEqual({ type: 'web_select', nonce: 'n1' }));
});
test.each([
  ['<pre data-p="1">if open:\n    wait()</pre>', 'if open:\n    wait()'],
  ['<p data-p="1"><ruby>子<rt>こ</rt></ruby>どもたち</p>', '子どもたち'],
])('keeps line breaks of code, and leaves out ruby readings', (html, text) => {
  const { window, document, sent, tell } = ready(html);
  window.getSelection()?.selectAllChildren(document.querySelector('[data-p]') ?? document.body);
  tell({ type: 'webIframe_takeClip', color: '#8AD3A0', underline: false });
  expect(sent.find((it) => it.type === 'web_createClip')).toMatchObject({ text });
});
test('finds a quote across ruby readings', () => {
  const { tell, marked } = ready('<p data-p="1"><ruby>子<rt>こ</rt></ruby>どもたち</p>');
  tell({ type: 'webIframe_find', query: '子ども' });
  expect(marked('gloss-found')).toBe('子|こ|ども');
});
test('ignores synthetic keys and clicks', () => {
  const { window, document, sent, tell } = ready(TWO);
  tell({
    type: 'webIframe_updateClips',
    canDelete: true,
    clips: [{ _id: 'c1', paragraph: 2, quote: 'wears away', label: 'Highlight' }],
  });
  const key = document.querySelector<HTMLElement>('#gloss-keys button');
  key?.focus();
  key?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Delete', bubbles: true }));
  key?.click();
  expect(sent.filter((it) => it.type !== 'web_ready' && it.type !== 'web_place')).toEqual([]);
});
test('does not follow a link after a synthetic click', () => {
  const { document, window, sent } = ready(
    '<p data-p="1"><a href="https://example.test/">away</a></p>',
  );
  const press = new window.MouseEvent('click', { bubbles: true, cancelable: true });
  document.querySelector('a')?.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
  expect(sent.some((it) => it.type === 'web_link')).toBe(false);
});
test('applies the theme that it is sent', () => {
  const { tell, document } = ready(TWO);
  tell({ type: 'webIframe_theme', theme: 'dark' });
  expect(document.documentElement.dataset['theme']).toBe('dark');
});
test('applies a style, only by custom properties', () => {
  const { tell, document } = ready(TWO);
  tell({
    type: 'webIframe_style',
    style: { '--text-size': '1.25rem', background: 'url(//evil.test)' },
  });
  expect(document.documentElement.getAttribute('style')).toBe('--text-size: 1.25rem;');
});
test('leaves the Reader header out of the text, and reports reading progress', () => {
  const { tell, sent, window, document } = ready(
    `<header id="gloss-header"><h1>The bank</h1></header>${TWO}`,
  );
  tell({ type: 'webIframe_find', query: 'bank', step: 'next' });
  expect(sent.at(-1)).toMatchObject({ type: 'web_found', total: 3 });
  window.getSelection()?.selectAllChildren(document.querySelector('h1') ?? document.body);
  tell({ type: 'webIframe_takeClip', color: '#8AD3A0', underline: false });
  expect(sent.some((it) => it.type === 'web_createClip')).toBe(false);
  Object.defineProperty(document.documentElement, 'scrollHeight', {
    value: window.innerHeight + 1000,
  });
  Object.defineProperty(window, 'scrollY', { value: 250 });
  window.dispatchEvent(new window.Event('scroll'));
  expect(document.getElementById('gloss-progress')?.style.transform).toBe('scaleX(0.25)');
});
test('lists headings that can be scrolled to', () => {
  const { sent } = ready(
    `<h1 data-p="1">Rivers</h1>${TWO}<h2>Not of the text</h2><h3 data-p="4">Banks
      <em>wear</em></h3><h2 data-p="5"> </h2>`,
  );
  expect(sent[1]).toEqual({
    type: 'web_outline',
    headings: [
      { paragraph: 1, level: 1, text: 'Rivers' },
      { paragraph: 4, level: 3, text: 'Banks wear' },
    ],
    nonce: 'n1',
  });
});
test('moves from paragraph to paragraph, and stops at the last', () => {
  const { tell, document, window } = ready(TWO);
  window.Element.prototype.getBoundingClientRect = () => new window.DOMRect(0, 100, 50, 20);
  const current = () =>
    [...document.querySelectorAll('.gloss-current')].map(
      (it) => it.tagName + it.getAttribute('data-p'),
    );
  tell({ type: 'webIframe_step', by: 1 });
  expect(current()).toEqual(['P1']);
  tell({ type: 'webIframe_step', by: 1 });
  tell({ type: 'webIframe_step', by: 1 });
  expect(current()).toEqual(['P2']);
  tell({ type: 'webIframe_step', by: -1 });
  expect(current()).toEqual(['P1']);
});
