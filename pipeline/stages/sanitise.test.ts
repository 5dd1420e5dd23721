import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JSDOM, VirtualConsole } from 'jsdom';
import { launch } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { CHROMIUM, CHROMIUM_ARGS } from '#pipeline/net/testing/chromium.ts';
import { safeCss } from './safe-css.ts';
import { sanitiseReader } from './sanitise-reader.ts';
import { sanitiseWeb } from './sanitise-web.ts';

const BASE = 'https://example.com/news/story.html';
const RUN = 'window.__pwn=1';

const ATTACKS = [
  `<script>${RUN}</script>`,
  `<scr<script>ipt>${RUN}</script>`,
  `<script src="//evil.example/x.js"></script>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script href="data:text/javascript,${RUN}"/></svg>`,
  `<img src=x onerror="${RUN}">`,
  `<img src=x onerror=${RUN}//`,
  `<IMG SRC=x OnErRoR="${RUN}">`,
  `<img src=x:x onerror\t=${RUN}>`,
  `<svg onload="${RUN}">`,
  `<svg/onload=${RUN}>`,
  `<body onload="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<audio src onloadstart="${RUN}">`,
  `<details open ontoggle="${RUN}">x</details>`,
  `<div onpointerrawupdate="${RUN}" style="animation:x" onanimationstart="${RUN}">x</div>`,
  `<input autofocus onfocus="${RUN}">`,
  `<marquee onstart="${RUN}">x</marquee>`,
  `<xss onclick="${RUN}" tabindex=1 id=x>x</xss>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<a href="JaVaScRiPt:${RUN}">x</a>`,
  `<a href=" &#14; javascript:${RUN}">x</a>`,
  `<a href="java&#9;script:${RUN}">x</a>`,
  `<a href="java&NewLine;script:${RUN}">x</a>`,
  `<a href="vbscript:x">x</a>`,
  `<a href="data:text/html,<script>${RUN}</script>">x</a>`,
  `<a href="blob:https://example.com/1">x</a>`,
  `<a href="file:///etc/passwd">x</a>`,
  `<svg><a xlink:href="javascript:${RUN}"><text y=20>x</text></a></svg>`,
  `<svg><animate attributeName=href values="javascript:${RUN}"/><a id=x><text>x</text></a></svg>`,
  `<svg><set attributeName="onmouseover" to="${RUN}"/></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' onload='${RUN}'/>#x"/></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.__pwn=1</script>"></iframe></foreignObject></svg>`,
  `<math href="javascript:${RUN}">x</math>`,
  `<math><maction actiontype="statusline" xlink:href="javascript:${RUN}">x</maction></math>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
  `<iframe src="javascript:parent.__pwn=1"></iframe>`,
  `<iframe srcdoc="<script>parent.__pwn=1</script>"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<frameset><frame src="javascript:${RUN}"></frameset>`,
  `<portal src="https://evil.example/"></portal>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<base href="https://evil.example/">`,
  `<link rel="import" href="//evil.example/x">`,
  `<link rel="stylesheet" href="javascript:${RUN}">`,
  `<link rel="prefetch" href="//evil.example/x">`,
  `<form action="https://evil.example/"><input name=q><button formaction="javascript:${RUN}">x</button></form>`,
  `<isindex type=image src=1 onerror=${RUN}>`,
  `<button popovertarget=x onclick="${RUN}">x</button>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
  `<template><img src=x onerror=${RUN}></template>`,
  `<div><template shadowrootmode=open><script>${RUN}</script></template></div>`,
  `<textarea><p title="</textarea><img src=x onerror=${RUN}>">`,
  `<title><p title="</title><img src=x onerror=${RUN}>">`,
  `<xmp><p title="</xmp><img src=x onerror=${RUN}>">`,
  `<style><p title="</style><img src=x onerror=${RUN}>"></style>`,
  `<style></@import 'x';style><img src=x onerror=${RUN}></style>`,
  `<style><//**/style><img src=x onerror=${RUN}></style>`,
  `<style>@import "https://evil.example/x.css";</style>`,
  `<style>@\\69mport url(https://evil.example/x.css);</style>`,
  `<style>a{width:expression(${RUN})}</style>`,
  `<style>a{-moz-binding:url(https://evil.example/x.xml)}</style>`,
  `<style>a{background:url(javascript:${RUN})}</style>`,
  `<div style="background:url(javascript:${RUN})">x</div>`,
  `<div style="width:expres\\73ion(${RUN})">x</div>`,
  `<div style="behavior:url(x.htc)">x</div>`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<!--[if IE]><script>${RUN}</script><![endif]-->`,
  `<?xml-stylesheet href="javascript:${RUN}"?>`,
  `<![CDATA[<img src=x onerror=${RUN}>]]>`,
  `<svg><![CDATA[><img src=x onerror=${RUN}>]]></svg>`,
  `<svg></p><style><a title="</style><img src=x onerror=${RUN}>">`,
  `<svg><desc><style><img src=x onerror=${RUN}></style></desc></svg>`,
  `<img name=body><img name=getElementById><form id=document><input name=cookie></form>`,
  `<a id=location href="javascript:${RUN}">x</a>`,
  `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>">`,
  `<img srcset="javascript:${RUN} 1x, data:text/html,x 2x">`,
  `<video poster="javascript:${RUN}" src="javascript:${RUN}"></video>`,
  `<p data-p="1 onclick=${RUN}" data-p='"><script>${RUN}</script>'>x</p>`,
  `<x is="y" onfoo=1><a href="https://ok.example" ping="https://evil.example/" target="_top" rel="opener">x</a></x>`,
  `\u0000<scri\u0000pt>${RUN}</script>`,
  `<a href="https://example.com" onclick\n=\n"${RUN}">x</a>`,
  '<table background="javascript:window.__pwn=1"><tr><td>x</table>',
];
const AROUND = [
  '%',
  '<div><p>before</p>%<p>after</p></div>',
  '<table><tr><td>%</td></tr></table>',
  '<svg><desc>%</desc></svg>',
  '<math><mtext>%</mtext></math>',
  '<select><option>%</option></select>',
];
const VECTORS = ATTACKS.flatMap((attack) =>
  AROUND.map((around) => around.replace('%', () => attack)),
);
/** The third value is the result for a picture on the web. */
const VIEWS = [
  ['reader', sanitiseReader, 'https://example.com/news/a.png'],
  ['web', sanitiseWeb, null],
] as const;

const FORBIDDEN =
  'script,iframe,frame,object,embed,applet,base,form,input,button,select,textarea,template,noscript,portal,animate,set,use,foreignObject,meta[http-equiv],link:not([rel=stylesheet])';
function faultsOf(html: string): string[] {
  // Ignores jsdom's errors about style sheets.
  const { document } = new JSDOM(html, { virtualConsole: new VirtualConsole() }).window;
  const faults = [...document.querySelectorAll(FORBIDDEN)].map((element) => element.outerHTML);
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const bad =
        /^on/i.test(name) ||
        /^(srcdoc|action|formaction|ping|popovertarget|is)$/.test(name) ||
        /^\s*(javascript|vbscript|blob|file):/i.test(value.replace(/[\s\u0000-\u001f]/g, '')) ||
        (/^(href|src|poster|xlink:href)$/.test(name) &&
          value !== '' &&
          !/^(https?:|mailto:|#|data:image\/(png|jpeg|gif|webp);base64,)/.test(value)) ||
        (name === 'style' && /javascript:|expression|behavior:/i.test(value));
      if (bad) faults.push(`${element.tagName} ${name}=${value}`);
    }
    if (
      element.tagName === 'STYLE' &&
      /@import|expression\(|-moz-binding|javascript:|<\//i.test(element.textContent)
    )
      faults.push(element.outerHTML);
    if (
      element.tagName === 'A' &&
      /^https?:/.test(element.getAttribute('href') ?? '') &&
      (element.getAttribute('target') !== '_blank' ||
        element.getAttribute('rel') !== 'noopener noreferrer nofollow')
    )
      faults.push(element.outerHTML);
  }
  return faults;
}

describe.each(VIEWS)('%s view', (_, sanitise, picture) => {
  test(`${VECTORS.length} attacks leave nothing that runs, loads a frame, submits a form or navigates`, () => {
    expect(
      VECTORS.flatMap((html) => faultsOf(sanitise(html, BASE)).map((fault) => ({ html, fault }))),
    ).toEqual([]);
  });

  test('is idempotent', () => {
    for (const html of VECTORS.slice(0, 200)) {
      const once = sanitise(html, BASE);
      expect(faultsOf(sanitise(once, BASE))).toEqual([]);
    }
  });

  test('keeps text, marks and links', () => {
    const { document } = new JSDOM(
      sanitise(
        '<h2 data-p="1">Tides</h2><ul><li data-p="2">A <em>slow</em> <a href="/wells">well</a>, <a href="#note">note</a>, <a href="mailto:a@example.com">write</a></li></ul><img src="a.png" alt="chart">',
        BASE,
      ),
    ).window;
    expect(
      [...document.querySelectorAll('[data-p]')].map((element) => [
        element.getAttribute('data-p'),
        element.textContent,
      ]),
    ).toEqual([
      ['1', 'Tides'],
      ['2', 'A slow well, note, write'],
    ]);
    expect(
      [...document.querySelectorAll('a')].map((link) => [
        link.getAttribute('href'),
        link.getAttribute('target'),
      ]),
    ).toEqual([
      ['https://example.com/wells', '_blank'],
      ['#note', null],
      ['mailto:a@example.com', '_blank'],
    ]);
    expect(document.querySelector('img')?.getAttribute('src') ?? null).toBe(picture);
  });
});

const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('the Web view keeps embedded styles', () => {
  const html = sanitiseWeb(
    `<html lang="en"><head><title>Tides</title><link rel="stylesheet" href="/site.css"><style media="screen">.hero{background:url(${DOT});scroll-behavior:smooth} .far{background:url(img/sea.jpg)} .a>.b::before{content:"\\201C"}</style></head><body class="wide" style="margin:0"><div class="hero" style="color:teal">x</div><img src="${DOT}" alt="dot"><img src="a.png" srcset="b.png 2x" alt="a chart"></body></html>`,
    BASE,
  );
  const { document } = new JSDOM(html).window;
  expect(html.startsWith('<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">')).toBe(true);
  expect(document.querySelector('link')).toBeNull();
  expect(document.querySelector('style')?.textContent).toBe(
    `.hero{background:url("${DOT}");scroll-behavior:smooth} .far{background:url("about:invalid")} .a>.b::before{content:"\\201C"}`,
  );
  expect(
    [...document.querySelectorAll('img')].map((image) => [
      image.getAttribute('src'),
      image.getAttribute('srcset'),
      image.alt,
    ]),
  ).toEqual([
    [DOT, null, 'dot'],
    [null, null, 'a chart'],
  ]);
  expect([
    document.body.className,
    document.querySelector('.hero')?.getAttribute('style'),
    document.title,
  ]).toEqual(['wide', 'color:teal', 'Tides']);
});

test('the Reader view has no styles', () => {
  expect(
    sanitiseReader(
      '<p class="x" style="color:red" data-p="1">One <font color="red" face="x">two</font></p><style>p{}</style>',
      BASE,
    ),
  ).toBe('<p data-p="1">One <font>two</font></p>');
});

test.each([
  [
    'formulas, without what they are written in',
    '<p>a<math display="block"><semantics><mfrac><mi mathvariant="bold">x</mi><mn>2</mn></mfrac><annotation encoding="application/x-tex">\\frac x2</annotation></semantics></math></p>',
    '<p>a<math display="block"><mfrac><mi mathvariant="bold">x</mi><mn>2</mn></mfrac></math></p>',
  ],
  [
    'no HTML in formulas, and no formula parts outside',
    '<math><mtext><b>if</b> <a href="/x">y</a></mtext></math><mi>z</mi>',
    '<math><mtext>if y</mtext></math>z',
  ],
  [
    'targets of links and tables as they are',
    '<a name="note">1</a><table border="1"><tr><th scope="row" colspan="2">A &amp; B</th></tr></table>',
    '<a name="note">1</a><table border="1"><tbody><tr><th scope="row" colspan="2">A &amp; B</th></tr></tbody></table>',
  ],
  [
    'where pictures come from, in all sizes',
    '<img src="a.png" srcset="a.png 1x, javascript:x 2x, /b.png 3x" name="body">',
    '<img src="https://example.com/news/a.png" srcset="https://example.com/news/a.png 1x, https://example.com/b.png 3x">',
  ],
])('the Reader view keeps %s', (_, html, expected) => {
  expect(sanitiseReader(html, BASE)).toBe(expected);
});

test.each([
  ['a{b:c}/* @import "x" */d{e:f}', 'a{b:c}/**/d{e:f}'],
  ['@import url("a;b.css") screen;p{color:red}', '/**/p{color:red}'],
  ['p{background:url(data:image/svg+xml,<svg/>)}', 'p{background:url("about:invalid")}'],
  ['p{background:url( "a.png" )}', 'p{background:url("about:invalid")}'],
  ['p{background:u\\72l(a.png)}', 'p{background:url("about:invalid")}'],
  ['p{background:image-set("a.png" 1x)}', 'p{background:none("a.png" 1x)}'],
  ['p{background:url(a b.png)}', 'p{background:url("about:invalid")}'],
  [
    'p{background:url(data:image/svg+xml;utf8,<svg a="b c">)}',
    'p{background:url("about:invalid")}',
  ],
  ['a{b:\\75/**/rl(a.png)}', 'a{b:\\75/**/rl(a.png)}'],
  ['a{b:\\75@import "x";rl(a.png)}', 'a{b:\\75/**/rl(a.png)}'],
  ['a{b:\\75 rl(a.png)}', 'a{b:url("about:invalid")}'],
  [
    '@font-face{src:url(data:font/woff2;base64,AA==)}',
    '@font-face{src:url("data:font/woff2;base64,AA==")}',
  ],
])('%s becomes %s', (css, expected) => {
  expect(safeCss(css)).toBe(expected);
});

test.skipIf(CHROMIUM === undefined)(
  'a real browser runs none of it (skipped without Chromium)',
  async () => {
    const pages = VIEWS.flatMap(([, sanitise]) =>
      ATTACKS.flatMap((html) => [
        sanitise(html, BASE),
        sanitise(`<table><tr><td>${html}</td></tr></table>`, BASE),
      ]),
    );
    // Loads many frames per page, because a page each would take minutes.
    const sheet = (from: number) =>
      pages
        .slice(from, from + 60)
        .map((_, index) => `<iframe src="/${from + index}"></iframe>`)
        .join('');
    const server = createServer((request, response) => {
      const [, sheetFrom, index] = /^\/(?:sheet-(\d+)|(\d+))$/.exec(request.url ?? '') ?? [];
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        sheetFrom === undefined ? (pages[Number(index)] ?? '<p>') : sheet(Number(sheetFrom)),
      );
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const browser = await launch({
      executablePath: CHROMIUM ?? '',
      headless: true,
      args: [...CHROMIUM_ARGS],
    });
    try {
      const page = await browser.newPage();
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await page.setRequestInterception(true);
      const away: string[] = [];
      page.on('request', (request) => {
        if (request.url().startsWith(origin)) return void request.continue();
        if (request.isNavigationRequest() || /evil\.example/.test(request.url()))
          away.push(request.url());
        return void request.abort();
      });
      const ran: string[] = [];
      let seen = 0;
      for (let from = 0; from < pages.length; from += 60) {
        await page.goto(`${origin}/sheet-${from}`, { waitUntil: 'load' });
        if (await page.evaluate('window.__pwn !== undefined')) ran.push(`the sheet of ${from}`);
        for (const frame of page.mainFrame().childFrames()) {
          seen += 1;
          if (await frame.evaluate('window.__pwn !== undefined'))
            ran.push(pages[Number(frame.url().split('/').at(-1))] ?? frame.url());
        }
      }
      expect({ ran, away, seen }).toEqual({ ran: [], away: [], seen: pages.length });
    } finally {
      await browser.close();
      server.close();
    }
  },
  180_000,
);

const ASKS = [
  '<link rel="stylesheet" href="%/1.css">',
  '<style>@import "%/2.css";</style>',
  '<style>@\\69mport url(%/3.css);</style>',
  '<style>p{background:url(%/4.png)}</style>',
  '<style>p{background:u\\72l(%/5.png)}</style>',
  '<style>p{background:image-set("%/6.png" 1x)}</style>',
  '<style>p{background:-webkit-image-set(url(%/7.png) 1x)}</style>',
  '<style>@font-face{font-family:x;src:url(%/8.woff2)} p{font-family:x}</style>',
  '<p style="background:url(%/9.png)">',
  '<p style="background:\\75rl(%/10.png)">',
  '<img src="%/11.png">',
  '<img srcset="%/12.png 1x">',
  '<picture><source srcset="%/13.png"><img></picture>',
  '<video src="%/14.mp4" poster="%/15.png" autoplay></video>',
  '<audio src="%/16.mp3"></audio>',
  '<svg><image href="%/17.png" width="9" height="9"/></svg>',
  '<svg><image xlink:href="%/18.png" width="9" height="9"/></svg>',
  '<svg><filter id="f"><feImage href="%/19.png"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>',
  '<svg><rect fill="url(%/20.svg#x)" width="9" height="9"/></svg>',
  '<svg><use href="%/21.svg#x"/></svg>',
  '<table background="%/22.png"><tr><td background="%/23.png">x</table>',
  '<body background="%/24.png">',
  '<link rel="preload" as="image" href="%/25.png">',
  '<link rel="icon" href="%/26.png">',
  '<meta http-equiv="refresh" content="0;url=%/27">',
  '<iframe src="%/28"></iframe>',
  '<object data="%/29"></object>',
  '<input type="image" src="%/30.png">',
  '<style>p{cursor:url("%/31.cur"),auto;list-style:url(%/32.png);mask:url(%/33.svg#m);border-image:url(%/34.png) 1}</style><p>x',
  '<style>p::after{content:url(%/35.png)}</style><p>x',
  '<math><mi href="%/36">x</mi></math>',
  '<p style="background-image:image(\'%/37.png\')">x',
  '<style>p{--a:url(%/38.png);background:var(--a)}</style><p>x',
  '<track src="%/39.vtt"><embed src="%/40">',
];
test.skipIf(CHROMIUM === undefined)(
  'displaying the Web view makes no requests (skipped without Chromium)',
  async () => {
    const asked: string[] = [];
    let view = '';
    const server = createServer((request, response) => {
      if (request.url !== '/view') asked.push(request.url ?? '');
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(request.url === '/view' ? view : '');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const page = ASKS.map((html) => html.replaceAll('%', origin)).join('\n');
    const browser = await launch({
      executablePath: CHROMIUM ?? '',
      headless: true,
      args: [...CHROMIUM_ARGS],
    });
    try {
      const tab = await browser.newPage();
      const look = async (html: string) => {
        view = html;
        asked.length = 0;
        await tab.goto(`${origin}/view`, { waitUntil: 'networkidle0' });
        return asked.filter((path) => path !== '/favicon.ico').length;
      };
      // The unsanitised page makes requests, so the test would notice them.
      expect(await look(page.replace(/<meta[^>]+>/, ''))).toBeGreaterThan(15);
      expect(
        await look(sanitiseWeb(`<html><body>${page}<p>Still here.</p></body></html>`, origin)),
      ).toBe(0);
      expect(await tab.evaluate('document.body.innerText')).toContain('Still here.');
    } finally {
      await browser.close();
      server.close();
    }
  },
);
