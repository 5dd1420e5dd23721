/** Hostile style sheets, for a link or a `<style>` element. */
import type { HostileText } from './hostile-document.ts';

const SHEETS: Record<string, () => string> = {
  'import-spaces': () => `@import${' '.repeat(500_000)}`,
  'import-quote-open': () => `@import "${'a '.repeat(200_000)}`,
  'import-words': () => '@import a '.repeat(50_000),
  'imports-many': () =>
    Array.from({ length: 20_000 }, (_, n) => `@import url("${n}.css") screen;`).join('\n'),
  'import-layers': () => `@import "a.css" ${'layer('.repeat(60_000)};`,
  'import-escaped': () => '\\69\\6dport'.repeat(50_000),
  'comments-open': () => '/*'.repeat(250_000),
  'comment-stars': () => `/*${'*'.repeat(500_000)}`,
  'comments-half': () => '/* * /'.repeat(80_000),
  'url-spaces': () => `a{b:url(${' '.repeat(500_000)}`,
  'urls-open': () => 'url('.repeat(120_000),
  'urls-quoted-open': () => 'url("'.repeat(100_000),
  'urls-many': () =>
    Array.from({ length: 20_000 }, (_, n) => `.a${n}{background:url(${n}.png)}`).join(''),
  'strings-open': () => '"\\'.repeat(200_000),
  'font-faces-open': () => '@font-face{'.repeat(40_000),
  'font-faces-spaces': () => `@font-face${' '.repeat(500_000)}`,
  escapes: () => '\\000069'.repeat(70_000),
  'functions-open': () => 'image-set('.repeat(50_000),
  braces: () => '{'.repeat(500_000),
  behaviour: () => 'behavior '.repeat(50_000),
};

export const hostileSheets = (): HostileText[] =>
  Object.entries(SHEETS).map(
    ([name, text]): HostileText => ({
      name: `css-${name}`,
      kind: 'css',
      contentType: 'text/css',
      ending: 'css',
      text: text(),
    }),
  );
