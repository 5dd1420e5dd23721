import { expect, it } from 'vitest';
import { escapeHtml, escapeTagText, unescapeTagText } from './escape-html.ts';

const text = `a < b && "c" > 'd' &lt;`;

it('escapes whatever ends text or an attribute', () => {
  expect(escapeHtml(text)).toBe('a &#60; b &#38;&#38; &#34;c&#34; &#62; &#39;d&#39; &#38;lt;');
});

it('reverses escaped tag text', () => {
  expect(escapeTagText(text)).toBe(`a &lt; b &amp;&amp; "c" &gt; 'd' &amp;lt;`);
  expect(unescapeTagText(escapeTagText(text))).toBe(text);
});
