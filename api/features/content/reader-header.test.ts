import { describe, expect, it } from 'vitest';
import { readerHeader } from './reader-header.ts';

const PAGE = `<p data-p="1">${'word '.repeat(460)}</p>`;

describe('the Reader header', () => {
  it('has title, author, date, site and reading time', () => {
    expect(
      readerHeader(
        {
          title: 'Tides & <estuaries>',
          author: 'Maren Holt',
          publishedAt: '2025-03-14T23:30:00Z',
          site: { name: 'The Shore Almanac', url: 'https://example.org/?a=1&b="' },
        },
        PAGE,
      ),
    ).toBe(
      '<header id="gloss-header"><h1 dir="auto">Tides &#38; &#60;estuaries&#62;</h1><p>' +
        '<span dir="auto">Maren Holt</span> · <time datetime="2025-03-14T23:30:00.000Z">Mar 14, 2025</time> · ' +
        '<a href="https://example.org/?a=1&#38;b=&#34;" dir="auto">The Shore Almanac</a> · 2 min read</p></header>',
    );
  });

  it.each([
    ['2025', '2025'],
    ['2025-03', 'Mar 2025'],
    ['2025-03-14', 'Mar 14, 2025'],
  ])('shows %s as %s', (publishedAt, shown) => {
    expect(readerHeader({ title: 'T', publishedAt }, PAGE)).toContain(`>${shown}</time>`);
  });

  it('leaves out missing fields and invalid dates', () => {
    expect(readerHeader({ title: 'T', publishedAt: 'lately' }, PAGE)).toBe(
      '<header id="gloss-header"><h1 dir="auto">T</h1><p>2 min read</p></header>',
    );
  });

  it.each([
    ['<h1 data-p="1">How a <em>river</em> bends</h1><p>x</p>', false],
    ['<div dir="ltr"><h2>How a river bends.</h2><p>x</p></div>', false],
    ['<p>It flows.</p><h1>How a river bends</h1>', true],
    ['<h2>Bends</h2><p>x</p>', true],
    ['<p>How a river bends</p>', true],
  ])('has the title only once: %s', (html, isSaid) => {
    expect(readerHeader({ title: 'How a river bends' }, html).includes('<h1')).toBe(isSaid);
  });
});
