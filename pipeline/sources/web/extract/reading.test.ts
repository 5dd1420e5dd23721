import { describe, expect, test } from 'vitest';
import type { Snapshot } from '#core/contract/snapshot.ts';
import { parsePage } from '#pipeline/sources/html-document.ts';
import type { ExtractInput } from '#pipeline/sources/contract.ts';
import { archivePage, extractPage } from './extract-page.ts';
import { PAGE, PageNotes } from '../page-notes.ts';
import { SITE_RULES } from './site-rules.ts';

const URL_OF_PAGE = 'https://www.harbour.example/2024/the-ferry';
const PROSE = [
  'For forty years the ferry crossed the sound four times a day, and in all that time she missed eleven crossings, nine of them on account of ice.',
  'When the bridge opened, nobody wanted to buy her, and so the harbour board had her towed to the breakers in the spring of that year.',
  'She slipped her line at night and drifted home on the tide, and in the morning she lay where she had always lain, a little askew.',
  'No one has explained how a ship without an engine could come home against the current, and the pilots no longer like to be asked.',
];
const paragraphs = PROSE.map((text) => `<p>${text}</p>`).join('\n');
const page = (body: string, head = '<title>The ferry that came home</title>') =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
const inputOf = (html: string, url = URL_OF_PAGE): ExtractInput => ({
  url,
  facts: { title: '' },
  notes: { read: 'plain' },
  part: (name) => (name === PAGE ? new TextEncoder().encode(html) : undefined),
  report: () => undefined,
});
const read = async (html: string, url?: string): Promise<Snapshot> =>
  (await extractPage(inputOf(html, url))).snapshot;
const archive = (html: string): string => archivePage(inputOf(html));
const textsOf = async (html: string, url?: string) =>
  (await read(html, url)).segments.map((segment) => segment.text);

describe('text around an article is removed', () => {
  test.each([
    [
      'words about a picture',
      '<figure><img src="a.jpg"><figcaption>The ferry in her last summer, seen from the mole.</figcaption></figure>',
    ],
    [
      'a caption told by its name',
      '<div class="article-image"><img src="a.jpg"><p class="image-caption">The ferry in her last summer.</p></div>',
    ],
    [
      'a label under a picture',
      '<div align="center"><img src="a.jpg"><br><span>The ferry in summer</span></div>',
    ],
    [
      'a box to sign up',
      '<div class="box"><h3>News from the sound</h3><p>Get our letter every Sunday, with all the crossings.</p><form><input type="email" name="mail"><button>Go</button></form></div>',
    ],
    ['share buttons', '<ul class="share-tools"><li>Tweet</li><li>Send this to a friend</li></ul>'],
    [
      'links to other stories',
      '<p><a href="/2023/bridge">How the bridge was paid for, and by whom it was not</a></p>',
    ],
    [
      'a related box with pictures',
      '<aside class="related-stories"><img src="b.jpg"><a href="/b">The lighthouse that moved twice</a></aside>',
    ],
    ['an advertisement', '<p>Advertisement</p>'],
    ['a call to follow', '<p>Follow us on Twitter for more stories like this one.</p>'],
    ['German: read on', '<p>Lesen Sie auch: Der Leuchtturm, der zweimal umzog</p>'],
    [
      'a hidden copy for print',
      '<div class="d-none d-print-block"><p>Citation: The ferry that came home, retrieved 20 November from harbour.example.</p></div>',
    ],
    [
      'a pulled quote',
      '<blockquote class="pull">“She slipped her line at night and drifted home on the tide, and in the morning she lay where she had always lain”</blockquote>',
    ],
    [
      'a story within the story',
      '<article class="teaser-card"><h3>Salt cod</h3><p>Nine ways to salt a cod, each of them older than the harbour itself.</p></article>',
    ],
    ['words of a player', '<div class="vjs-control-bar"><span>Current Time 0:00</span></div>'],
  ])('%s', async (_, noise) => {
    const [one, two, three, four] = PROSE;
    expect(
      await textsOf(
        page(
          `<article><h1>The ferry that came home</h1><p>${one}</p><p>${two}</p>${noise}<p>${three}</p><p>${four}</p></article>`,
        ),
      ),
    ).toEqual(PROSE);
  });

  test('a line about the author, a byline, a date, and text below a rule', async () => {
    const html = page(
      `<article><p class="by">By Anders Quill</p><p>14 March 2024, 8:13</p>${paragraphs}<p>Anders Quill has written about ferries since 1998 and lives on one.</p></article>`,
      '<title>The ferry</title><meta name="author" content="Anders Quill">',
    );
    expect(await textsOf(html)).toEqual(PROSE);
    expect(
      await textsOf(
        page(
          `<article>${paragraphs}${paragraphs.replaceAll('the', 'a')}<p>___</p><p>Reporters in three ports wrote this.</p></article>`,
        ),
      ),
    ).toHaveLength(8);
  });
});

describe('text of an article is kept', () => {
  test.each([
    ['code', '<pre><code>cross(sound)\nreturn home</code></pre>', 'cross(sound)\nreturn home'],
    ['a list', '<ul><li>tar and coffee</li></ul>', 'tar and coffee'],
    ['a table', '<table><tr><th>Year</th><td>1961</td></tr></table>', 'Year\t1961'],
    [
      'a heading that links to itself',
      '<h2 id="home"><a class="headerlink" href="#home">How she came home again</a></h2>',
      'How she came home again',
    ],
    [
      'a heading named by its words',
      '<h2 id="promotion">Promotion of the pilot</h2>',
      'Promotion of the pilot',
    ],
    [
      'a link to another site',
      '<p><a href="https://elsewhere.example/tables">The tide tables of that night, in full</a></p>',
      'The tide tables of that night, in full',
    ],
    [
      'a numbered figure',
      '<figure><img src="a.png"><figcaption>Figure 3: Drift of the ferry by the hour.</figcaption></figure>',
      'Figure 3: Drift of the ferry by the hour.',
    ],
    [
      'a footnote',
      '<ol class="footnotes"><li id="fn1">The log of the harbour board, 1961.</li></ol>',
      'The log of the harbour board, 1961.',
    ],
    ['a refrain', `<p>${PROSE[0]}</p>`, PROSE[0]],
    [
      'a formula once',
      '<p>The drift is <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>d</mi><mo>=</mo><mi>v</mi><mi>t</mi></mrow><annotation encoding="application/x-tex">d=vt</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>d</span><span>=vt</span></span></span> at most.</p>',
      'The drift is d=vt at most.',
    ],
    [
      'TeX where there is no more',
      '<p>The drift is <script type="math/tex">d=\\frac{v}{t}</script> at most.</p>',
      'The drift is \\(d=\\frac{v}{t}\\) at most.',
    ],
  ])('%s', async (_, part, text) => {
    const [one, two, three, four] = PROSE;
    expect(
      await textsOf(
        page(`<article><p>${one}</p><p>${two}</p>${part}<p>${three}</p><p>${four}</p></article>`),
      ),
    ).toContain(text);
  });

  test('a formula is MathML in the Reader view, and a caption is next to its picture', async () => {
    const { readerHtml } = await read(
      page(
        `<article>${paragraphs}<p>So <mjx-container><mjx-math aria-hidden="true">x</mjx-math><mjx-assistive-mml><math><mi>x</mi></math></mjx-assistive-mml></mjx-container> it is, and so it was.</p><figure><img src="a.jpg"><figcaption>The ferry.</figcaption></figure>${paragraphs.replaceAll('the', 'a')}</article>`,
      ),
    );
    expect(readerHtml).toMatch(/So <math><mi>x<\/mi><\/math> it is/);
    expect(readerHtml).toMatch(/<img[^>]+><figcaption>The ferry\.<\/figcaption>/);
  });
});

describe('pruning', () => {
  const [one, two, three, four] = PROSE;
  const more = PROSE.map((text) => `<p>${text.replaceAll('the ', 'that ')}</p>`);
  test('keeps most of the prose, whatever its elements are named', async () => {
    const parts = more.map((text) => `<div class="follow">${text}</div>`).join('');
    const texts = await textsOf(page(`<article>${paragraphs}${parts}</article>`));
    expect(texts).toHaveLength(8);
  });
  test('is recorded in the notes, also if it was undone', async () => {
    const parts = more.map((text) => `<div class="follow">${text}</div>`).join('');
    const { notes } = await extractPage(inputOf(page(`<article>${paragraphs}${parts}</article>`)));
    const { removed } = PageNotes.parse({ read: 'plain', ...notes });
    expect(removed?.find(({ step }) => step === 'furniture')).toMatchObject({ isUndone: true });
  });
  test('keeps <article> elements within an article', async () => {
    const parts = PROSE.map(
      (text, n) =>
        `<article class="paragraph--text"><h2>Part ${n + 1}</h2><p>${text}</p></article>`,
    );
    const texts = await textsOf(page(`<article class="full">${parts.join('')}</article>`));
    expect(texts).toEqual(expect.arrayContaining(PROSE));
  });
  test('keeps the introduction above a heading that repeats the title', async () => {
    const html = page(
      `<article><p>${one}</p><h2>The ferry that came home</h2><p>${two}</p><p>${three}</p><p>${four}</p>${more.join('')}</article>`,
    );
    expect(await textsOf(html)).toContain(one);
  });
  test('keeps ingredients in an <article>, and quantities that look like a counter', async () => {
    const html = page(
      `<article><h1>The ferry that came home</h1>${paragraphs}${more.join('')}</article><article class="ingredients"><div>1/4</div><div>litre of tar</div></article>`,
    );
    const texts = await textsOf(html);
    expect(texts).toEqual(expect.arrayContaining(PROSE));
    const inOne = await textsOf(
      page(
        `<article>${paragraphs}<div><div>1/4</div><div>litre of tar</div></div>${more.join('')}</article>`,
      ),
    );
    expect(inOne).toEqual(expect.arrayContaining(['1/4', 'litre of tar']));
  });
});

test('the summary between title and text is kept', async () => {
  const summary =
    'The harbour board sold her for scrap in the spring, and a tug took her to the breakers; two mornings later she lay at her own quay again, and nobody had seen her come.';
  const html = page(
    `<main><header><h1>The ferry that came home</h1><p class="lead">${summary}</p></header><div class="article-body">${paragraphs}${paragraphs.replaceAll('the', 'a')}</div></main>`,
  );
  const texts = await textsOf(html);
  expect(texts.slice(0, 2)).toEqual([summary, PROSE[0]]);
  expect(archive(html)).toContain(`<p data-p="1" class="lead">${summary}`);
});

test.each([
  ['junk before the page', (html: string) => `<br><b>Notice</b>: undefined index\n${html}`],
  ['a second body', (html: string) => html.replace('<article>', '<body class="late"><article>')],
  ['a head left open', (html: string) => html.replace('</head><body>', '<div id="banner"></div>')],
  [
    'a script behind the head',
    (html: string) => html.replace('</head><body>', '</head><script>x = 1</script><body>'),
  ],
])('the article is found in spite of %s', async (_, spoil) => {
  const html = spoil(page(`<article>${paragraphs}</article>`));
  expect(await textsOf(html)).toEqual(PROSE);
  expect(archive(html)).toContain(`<p data-p="4">${PROSE[3]}</p>`);
});

test('an article of one sentence is read', async () => {
  const sentence = 'Stora Hamnen is an islet of two houses in the outer sound, west of the light.';
  const html = page(`<article><h1>Stora Hamnen</h1><p>${sentence}</p></article>`);
  expect(await textsOf(html)).toContain(sentence);
});

describe('the better of two extractions', () => {
  const other = Array.from(
    { length: 3 },
    (_, n) => `<div class="card"><p>${PROSE[n]?.replaceAll('ferry', 'lighthouse') ?? ''}</p></div>`,
  ).join('');

  test('is the part that the page names as its text, if it has the prose', async () => {
    const lead =
      '<div class="media"><p>A picture of the sound from above, in which the ferry can be told by her smoke.</p></div>';
    expect(
      await textsOf(
        page(
          `<div class="story">${lead}<div class="article-body">${paragraphs}${paragraphs.replaceAll('the', 'a')}</div></div>`,
        ),
      ),
    ).toHaveLength(8);
  });

  test("isn't such a part if it contains everything", async () => {
    const texts = await textsOf(
      page(
        `<div class="page-content"><article><h1>The ferry that came home</h1>${paragraphs}${paragraphs.replaceAll('the', 'a')}</article><div class="sidebar">${other}</div></div>`,
      ),
    );
    expect(texts.slice(0, 4)).toEqual(PROSE);
    expect(texts.join(' ')).not.toContain('lighthouse');
  });
});

describe('platform rules', () => {
  test('a question with its answers, without comments and menus', async () => {
    const post = (id: string, text: string) =>
      `<div id="${id}"><div class="js-post-body"><p>${text}</p></div><div class="js-post-menu">Share Improve</div><div class="comments"><p>Have you tried a longer line?</p></div></div>`;
    expect(
      await textsOf(
        page(
          `${post('question', PROSE.slice(0, 2).join(' '))}${post('answers', PROSE.slice(2).join(' '))}`,
        ),
      ),
    ).toEqual([PROSE.slice(0, 2).join(' '), PROSE.slice(2).join(' ')]);
  });

  test('a thread of a forum, post by post', async () => {
    const posts = PROSE.map(
      (text) =>
        `<article class="message"><h4>Pilot</h4><article class="message-body"><div class="bbWrapper">${text}</div></article><div class="message-signature">Ahoy to all who sail the sound, from the oldest of its pilots.</div></article>`,
    );
    const html = page(posts.join('')).replace('<html', '<html id="XF"');
    expect(await textsOf(html)).toEqual(PROSE);
  });

  test('Sphinx documentation, whatever its theme', async () => {
    const html = page(
      `<div class="sphinxsidebar"><p>${PROSE[3]}</p></div><div role="main"><section id="crossing"><h1>Crossing<a class="headerlink" href="#crossing">¶</a></h1><p>${PROSE[0]}</p><dl><dt>cross(sound)</dt><dd>${PROSE[1]}</dd></dl></section></div>`,
      '<title>Crossing — Ferry 1.0</title><link rel="stylesheet" href="_static/pygments.css">',
    );
    expect(await textsOf(html)).toEqual(['Crossing', PROSE[0], 'cross(sound)', PROSE[1]]);
  });

  test("a rule of another host isn't applied", async () => {
    const html = page(
      `<blockquote class="abstract"><span class="descriptor">Abstract:</span> ${PROSE[0]}</blockquote><article>${paragraphs}</article>`,
    );
    expect(await textsOf(html, 'https://arxiv.org/abs/2401.00001')).toEqual([PROSE[0]]);
    expect((await textsOf(html)).at(-1)).toBe(PROSE[3]);
  });

  test('every rule can be applied to a page', () => {
    const document = parsePage(page(paragraphs));
    for (const { mark, content, remove, name } of SITE_RULES)
      for (const selector of [mark, content, remove])
        if (selector !== undefined)
          expect(() => document.querySelectorAll(selector), name).not.toThrow();
  });
});

test('a page with hardly any text has none to read, but can still be viewed', async () => {
  const html = page('<h1>Opening hours</h1><p>Open from nine to five, except on Sundays.</p>');
  const { segments, readerHtml } = await read(html);
  expect({ segments, readerHtml }).toEqual({ segments: [], readerHtml: '' });
  expect(archive(html)).toContain('except on Sundays');
});

test('the writing direction is kept with the text', async () => {
  const arabic =
    'كانت العبّارة تعبر المضيق أربع مرات في اليوم طوال أربعين عامًا، ولم تتخلف في تلك المدة إلا إحدى عشرة مرة، تسع منها بسبب الجليد، واثنتان لأن القبطان كان يتزوج. ';
  const { readerHtml } = await read(
    page(`<article><p>${arabic.repeat(2)}</p><p>${arabic}وفي الصباح عادت.</p></article>`).replace(
      'lang="en"',
      'lang="ar" dir="rtl"',
    ),
  );
  expect(readerHtml).toMatch(/^<div dir="rtl">/);
});

describe('a consent dialog', () => {
  const terms = [
    'This website uses cookies to improve your experience while you navigate. Of these cookies, those categorized as necessary are stored in your browser, because they are essential for the working of the website.',
    'We also use third-party cookies that help us analyze how you use this website. These cookies are stored only with your consent, and you may opt out of these cookies at any time.',
    'Necessary cookies are absolutely essential for the website to function properly. These cookies ensure basic functions and security features, anonymously, and ask for no consent.',
    'Advertisement cookies are used to provide visitors with relevant ads. These cookies track visitors across websites and collect personal data, with your consent.',
  ];
  const dialog = `<div class="cli-modal" id="cliSettingsPopup"><div class="cli-modal-content">${terms.map((text) => `<p>${text}</p>`).join('')}<button>Accept all</button></div></div>`;
  const story = [
    'The mill opened on Monday, after two winters of work.',
    'Its wheel turns again, and the miller sells the flour at the door, as her grandfather did.',
    'The council paid for the dam; the rest came from the village, which sold pies for it.',
  ];

  test('is neither mistaken for the article nor hides it', async () => {
    const texts = await textsOf(
      page(`<div class="post">${story.map((text) => `<p>${text}</p>`).join('')}</div>${dialog}`),
    );
    expect(texts).toEqual(story);
  });
  test('makes the page a consent form if there is no other text', async () => {
    await expect(read(page(`<p>The mill</p>${dialog}`))).rejects.toThrow('consent form');
  });
});

describe('paragraphs of the Web view', () => {
  const html = page(
    `<nav><p>Home</p></nav><article>${paragraphs}<ul><li>Ice, which <b>nobody</b> foresaw<ul><li>in March</li></ul></li></ul></article><footer><p>Imprint</p></footer>`,
  );
  const archiveWith = (notes: Record<string, unknown> | undefined): string =>
    archivePage({ ...inputOf(html), notes: { read: 'plain', ...notes } });

  test('are the extracted ones', async () => {
    const { notes, snapshot } = await extractPage(inputOf(html));
    const numbered = archiveWith(notes);
    for (const [at, { text }] of snapshot.segments.slice(0, PROSE.length).entries())
      expect(numbered).toContain(`<p data-p="${at + 1}">${text}</p>`);
    expect(numbered).toBe(archive(html));
  });
  test('are found again if the page was extracted by other rules', async () => {
    const { notes } = await extractPage(inputOf(html));
    const { blocks } = PageNotes.parse({ read: 'plain', ...notes }).tied ?? { blocks: 0 };
    expect(blocks).toBeGreaterThan(PROSE.length);
    expect(archiveWith({ tied: { blocks: blocks + 1, ties: [] } })).toBe(archive(html));
    // Ties of the same page are used unchanged.
    expect(archiveWith({ tied: { blocks, ties: [] } })).not.toContain('data-p');
  });
});
