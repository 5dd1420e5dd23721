/** HTML of blocks in a published post. */
import { toHtml } from 'hast-util-to-html';
import { describe, expect, it } from 'vitest';
import { Citation } from '../contract/ask.ts';
import type { BlockLocator } from './block-locator.ts';
import { callout } from './blocks/callout/block.ts';
import { clip } from './blocks/clip/block.ts';
import { image } from './blocks/image/block.ts';
import { insight } from './blocks/insight/block.ts';
import { math } from './blocks/math/block.ts';
import { place } from './blocks/place/block.ts';
import { question } from './blocks/question/block.ts';
import { quote } from './blocks/quote/block.ts';
import { BLOCKS } from './blocks/registry.ts';
import { summary } from './blocks/summary/block.ts';
import { toggle } from './blocks/toggle/block.ts';
import {
  citedSection,
  element,
  lines,
  paragraphs,
  type PostContext,
  type PostNode,
  quotation,
  textNode,
} from './post-rendering.ts';

const SOURCE = '0198c0de-0000-7000-8000-0000000000a1';
const html = (nodes: PostNode | PostNode[]): string =>
  toHtml({ type: 'root', children: [nodes].flat() } as Parameters<typeof toHtml>[0]);

interface Reader {
  context: PostContext;
  scripts: number;
}
/** A post whose readers can follow links to `SOURCE`. */
function reader(): Reader {
  const it: Reader = {
    scripts: 0,
    context: {
      content: () => [element('p', {}, 'held')],
      cited: (markdown, citations) => [element('p', {}, `${markdown} (${citations.length})`)],
      formula: (latex, isBlock) => [element(isBlock ? 'div' : 'span', { className: 'tex' }, latex)],
      canFollow: (at) => at?.sourceId === SOURCE,
      link: (at, label, { className, title }) =>
        at?.sourceId === SOURCE
          ? [element('a', { className, href: '/at', ...(title ? { title } : {}) }, label)]
          : [textNode(label)],
      titleOf: (sourceId) => (sourceId === SOURCE ? 'On margins' : undefined),
      image: (key) => (key === 'a.png' ? { url: '/a.webp', width: 640, height: 480 } : undefined),
      wantScript: () => {
        it.scripts += 1;
      },
    },
  };
  return it;
}
const { context } = reader();

describe('an element', () => {
  it('has its classes, properties and children', () =>
    expect(
      html(
        element('p', { className: 'one two', id: 'x' }, 'a & b', element('br'), textNode('<c>')),
      ),
    ).toBe('<p class="one two" id="x">a &#x26; b<br>&#x3C;c></p>'));
  it('has no class without one', () =>
    expect(element('p')).toEqual({ type: 'element', tagName: 'p', properties: {}, children: [] }));
});

it.each([
  ['one', 'one'],
  ['one\ntwo', 'one<br>two'],
  ['one\n\ntwo', 'one<br><br>two'],
  ['', ''],
])('splits %j into lines', (text, written) => expect(html(lines(text))).toBe(written));
it.each([
  ['one', '<p>one</p>'],
  ['one\ntwo', '<p>one<br>two</p>'],
  ['one\n\n\ntwo', '<p>one</p><p>two</p>'],
  ['\n\n one \n\n   \n\n', '<p> one </p>'],
  ['', ''],
])('splits %j into paragraphs', (text, written) => expect(html(paragraphs(text))).toBe(written));

describe('a quotation', () => {
  const at = (sourceId: string): BlockLocator => ({
    sourceId,
    locator: { medium: 'timed', startS: 83, endS: 105, quote: '' },
  });
  it('shows its heading, text, speaker, position and source', () =>
    expect(
      html(
        quotation(
          { className: 'clip', heading: 'Why', text: 'A gloss', speaker: 'Ada', at: at(SOURCE) },
          context,
        ),
      ),
    ).toBe(
      '<figure class="clip"><p class="name">Why</p><blockquote><p>A gloss</p></blockquote>' +
        '<figcaption><cite>— Ada</cite><a class="moment" href="/at">01:23–01:45</a>' +
        '<span class="from">On margins</span></figcaption></figure>',
    ));
  it('hides the title of a source that readers may not see', () => {
    const written = html(quotation({ className: 'clip', text: 'A gloss', at: at('s2') }, context));
    expect(written).toContain('<figcaption>01:23–01:45</figcaption>');
    expect(written).not.toMatch(/<a |class="from"/);
  });
  it('has no caption without a source or a speaker', () =>
    expect(html(quotation({ className: 'clip', text: 'A gloss', at: undefined }, context))).toBe(
      '<figure class="clip"><blockquote><p>A gloss</p></blockquote></figure>',
    ));
  it('with only a heading has no quotation marks', () =>
    expect(
      html(quotation({ className: 'clip', heading: 'Why', text: '', at: undefined }, context)),
    ).toBe('<figure class="clip"><p class="name">Why</p></figure>'));
  it('is empty without text', () =>
    expect(
      quotation({ className: 'clip', heading: '', text: '', at: at(SOURCE) }, context),
    ).toEqual([]));
  it.each([
    [{ medium: 'paged', page: 4, quote: '' }, 'page 4'],
    [{ medium: 'flow', paragraph: 12, quote: '', prefix: '', suffix: '' }, 'paragraph 12'],
    [{ medium: 'timed', startS: 3723, endS: 3723, quote: '' }, '01:02:03'],
  ] as const)('at %j is labelled %j', (locator, label) =>
    expect(
      html(quotation({ className: 'clip', text: 'x', at: { sourceId: SOURCE, locator } }, context)),
    ).toContain(`>${label}</a>`),
  );
});

describe('text of the assistant', () => {
  const citations = [
    Citation.parse({
      mark: 1,
      source_id: SOURCE,
      title: 'x',
      locator: { medium: 'paged', page: 4, quote: 'y' },
    }),
  ];
  it('is under its heading, with its citations', () =>
    expect(html(citedSection({ heading: 'Why?', text: 'So [1]', citations }, context))).toBe(
      '<section class="answer"><p class="asked">Why?</p><p>So [1] (1)</p></section>',
    ));
  it('needs no heading', () =>
    expect(html(citedSection({ heading: '', text: 'So', citations: [] }, context))).toBe(
      '<section class="answer"><p>So (0)</p></section>',
    ));
  it('is empty before it is generated', () =>
    expect(citedSection({ heading: 'Why?', text: '', citations }, context)).toEqual([]));
});

describe('blocks in a post', () => {
  it('hide a clip that is only suggested', () => {
    const attrs = { source_id: SOURCE, clip_text: 'A gloss' };
    expect(html(clip.post(attrs, context))).toContain('A gloss');
    expect(clip.post({ ...attrs, clip_type: 'ghost' }, context)).toEqual([]);
  });
  it('name the speaker of a quote', () =>
    expect(html(quote.post({ compAttrs: { context: 'A gloss', speaker: 'Ada' } }, context))).toBe(
      '<figure class="quote"><blockquote><p>A gloss</p></blockquote><figcaption><cite>— Ada</cite></figcaption></figure>',
    ));
  it('show a chip as a link with its quote, or as its label', () => {
    const attrs = { medium: 'timed', place: 83, quote: 'A gloss' };
    expect(html(place.post({ ...attrs, source_id: SOURCE }, context))).toBe(
      '<a class="moment" href="/at" title="A gloss">01:23</a>',
    );
    expect(html(place.post({ ...attrs, source_id: 's2' }, context))).toBe('01:23');
    expect(html(place.post(attrs, context))).toBe('01:23');
  });
  it("set the size of an image so that the layout doesn't shift", () =>
    expect(html(image.post({ file_key: 'a.png', alt: 'A "margin"' }, context))).toBe(
      '<figure class="image"><img src="/a.webp" alt="A &#x22;margin&#x22;" width="640" height="480" loading="lazy" decoding="async"></figure>',
    ));
  it('link a video frame to its second if readers can follow the link', () => {
    const attrs = { file_key: 'a.png', sec: 83 };
    expect(html(image.post({ ...attrs, source_id: SOURCE }, context))).toContain(
      '<figcaption><a class="moment" href="/at">01:23</a></figcaption>',
    );
    expect(html(image.post({ ...attrs, source_id: 's2' }, context))).not.toContain('figcaption');
  });
  it("hide an image that can't be shown", () =>
    expect(image.post({ file_key: 'gone.png', alt: 'x' }, context)).toEqual([]));
  it("hide the answer of a question, which the page's script reveals", () => {
    const post = reader();
    const compAttrs = { question: 'Where?', options: ['In the margin', 'On <top>'], answer: 1 };
    expect(html(question.post({ compAttrs }, post.context))).toBe(
      '<section class="quiz" aria-label="Question" data-answer="1"><p class="asked">Where?</p>' +
        '<ol class="options"><li>In the margin</li><li>On &#x3C;top></li></ol>' +
        '<details class="solution"><summary>Show the answer</summary><p>On &#x3C;top></p></details></section>',
    );
    expect(post.scripts).toBe(1);
  });
  it('need no script for a question without options', () => {
    const post = reader();
    expect(html(question.post({ compAttrs: { question: 'Why?' } }, post.context))).toBe(
      '<section class="quiz" aria-label="Question"><p class="asked">Why?</p></section>',
    );
    expect(question.post({}, post.context)).toEqual([]);
    expect(post.scripts).toBe(0);
  });
  it('show the content of containers', () => {
    expect(html(callout.post({ kind: 'tip' }, context))).toBe(
      '<aside class="callout tip"><p>held</p></aside>',
    );
    expect(html(toggle.post({ summary: 'More <room>' }, context))).toBe(
      '<details class="toggle"><summary>More &#x3C;room></summary><p>held</p></details>',
    );
    expect(html(toggle.post({}, context))).toContain('<summary>More</summary>');
  });
  it('show the text of insights, summaries and formulas', () => {
    expect(html(insight.post({ compAttrs: { text: 'a\n\nb' } }, context))).toBe(
      '<aside class="insight"><p>a</p><p>b</p></aside>',
    );
    expect(insight.post({}, context)).toEqual([]);
    expect(html(summary.post({ clip_heading: 'In short', summary: 'x' }, context))).toBe(
      '<section class="answer"><p class="asked">In short</p><p>x (0)</p></section>',
    );
    expect(html(math.post({ latex: 'x^2' }, context))).toBe('<div class="tex">x^2</div>');
  });
  it.each(BLOCKS.map((block) => [block.name, block] as const))(
    'run no scripts in %s, whatever a client wrote',
    (_, block) => {
      const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
      const attrs = Object.fromEntries(
        Object.keys(block.example.attrs ?? {}).map((key) => [key, hostile]),
      );
      const nested = {
        ...attrs,
        compAttrs: { text: hostile, context: hostile, question: hostile },
      };
      expect(html(block.post(nested, context))).not.toMatch(/<script|<img/);
    },
  );
});

it('name the source of a quote only once', () => {
  const compAttrs = { context: 'Words', speaker: 'On margins', timestamp: 4, source_id: SOURCE };
  const [figure] = quote.post(quote.read({ compAttrs }), context);
  expect(html(figure ?? []).match(/On margins/g)).toHaveLength(1);
});
