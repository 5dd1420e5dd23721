import { describe, expect, test } from 'vitest';
import { hostileDocuments } from '#pipeline/testing/hostile-documents.ts';
import { boundedHtml } from './bounded-html.ts';
import { parsePage } from './html-document.ts';

function depthOf(document: Document): number {
  let deepest = 0;
  for (const element of document.querySelectorAll('*')) {
    let depth = 0;
    for (let at: Element | null = element; at !== null; at = at.parentElement) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

describe('pages within the limits are unchanged', () => {
  test.each([
    ['unclosed items', `<ul>${'<li>one'.repeat(2_000)}</ul>`],
    ['unclosed paragraphs', '<p>one'.repeat(2_000)],
    ['unclosed cells', `<table>${'<tr><td>a<td>b'.repeat(1_000)}</table>`],
    [
      'text that looks like tags',
      `<script>${'"<div>"'.repeat(1_000)}</script><textarea>${'<b>'.repeat(1_000)}</textarea>`,
    ],
    [
      'drawings',
      `<svg>${'<path d="M0 0"/>'.repeat(1_000)}</svg><math>${'<mi/>'.repeat(1_000)}</math>`,
    ],
    [
      'an element of 200 attributes',
      `<p ${Array.from({ length: 200 }, (_, n) => `data-${n}="x"`).join(' ')}>a</p>`,
    ],
  ])('%s', (_, html) => {
    expect(boundedHtml(html)).toBe(html);
  });
});

test('XML within the limits is unchanged', () => {
  const xml = `<a>${'<br><li/><p>one</p></br>'.repeat(1_000)}</a>`;
  expect(boundedHtml(xml, { isXml: true })).toBe(xml);
});

test('content nested too deeply keeps its text, and what follows keeps its position', () => {
  const { body } = parsePage(
    `<main>${'<div>'.repeat(300)}<b>deep</b>${'</div>'.repeat(300)}<p id="after">after</p></main>`,
  );
  expect(body.textContent).toBe('deepafter');
  expect(body.querySelector('#after')?.parentElement?.tagName).toBe('MAIN');
});

test('an element with thousands of attributes keeps the first ones and its text', () => {
  const { body } = parsePage(
    `<p id="a" ${Array.from({ length: 5_000 }, (_, n) => `x${n}="y"`).join(' ')}>words</p><p>more</p>`,
  );
  expect(body.querySelector('#a')?.attributes.length).toBe(256);
  expect([...body.querySelectorAll('p')].map((paragraph) => paragraph.textContent)).toEqual([
    'words',
    'more',
  ]);
});

const pages = hostileDocuments().filter(({ kind }) => kind === 'page');
/** In ms, on a busy machine; quadratic parsing takes minutes. */
const LONGEST_MS = 10_000;
test.each(pages.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)] as const))(
  '%s becomes a tree of bounded depth',
  (_, html) => {
    const begunMs = performance.now();
    const document = parsePage(html);
    expect(performance.now() - begunMs).toBeLessThan(LONGEST_MS);
    expect(depthOf(document)).toBeLessThan(200);
  },
  60_000,
);
