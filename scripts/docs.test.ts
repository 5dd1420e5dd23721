/**
 * Checks of the Markdown pages: short first pages, a short glossary, valid links, a description of
 * every setting.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { COMMANDS } from '../cli/commands/registry.ts';

const MAX_LINES = 120;
const MAX_TERMS = 60;
const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = ['*.md', 'docs/**/*.md']
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .sort();

/** Removes code blocks and code spans, whose brackets and hashes have no meaning. */
const prose = (text: string): string =>
  text.replace(/^```[^]*?^```$/gm, '').replace(/`[^`\n]+`/g, 'x');

/** Returns the anchors that GitHub creates for the headings of a page. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text
    .replace(/^```[^]*?^```$/gm, '')
    .matchAll(/^#{1,6} +(.+)$/gm)) {
    const words = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    let name = anchor;
    for (let n = 1; anchors.has(name); n += 1) name = `${anchor}-${n}`;
    anchors.add(name);
  }
  return anchors;
}

/** Returns why a relative link of a page is broken; undefined for a valid one. */
function brokenLink(page: string, link: string): string | undefined {
  const [path = '', anchor] = decodeURI(link).split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return `${page}: ${link}: no such file`;
  if (anchor === undefined) return undefined;
  const isPage = statSync(join(root, target)).isFile() && target.endsWith('.md');
  return isPage && anchorsOf(read(target)).has(anchor)
    ? undefined
    : `${page}: ${link}: no such heading`;
}

it.each(['README.md', 'ARCHITECTURE.md'])(`keeps %s within ${MAX_LINES} lines`, (page) => {
  expect(read(page).trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
});

it(`keeps the glossary within ${MAX_TERMS} terms of one line, each defined once`, () => {
  const terms = [...read('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(
    ([, term = '']) => term,
  );
  expect(terms.length).toBeGreaterThan(30);
  expect(terms.length).toBeLessThanOrEqual(MAX_TERMS);
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([]);
});

it('has only links to existing files and headings', () => {
  const links = pages.flatMap((page) =>
    [...prose(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ page, link })),
  );
  const relative = links.filter(({ link }) => !/^[a-z]+:/i.test(link));
  expect(relative.length).toBeGreaterThan(50);
  expect(relative.map(({ page, link }) => brokenLink(page, link)).filter(Boolean)).toEqual([]);
});

it('describes every setting in docs/settings.md, and no other', () => {
  const known = new Set(
    [...read('config/environment.ts').matchAll(/^ +((?:GLOSS|OPENAI|OTEL)_[A-Z0-9_]+):/gm)].map(
      ([, name = '']) => name,
    ),
  );
  const described = new Set(
    [...read('docs/settings.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name = '']) => name),
  );
  expect(known.size).toBeGreaterThan(50);
  expect([...known].filter((name) => !described.has(name))).toEqual([]);
  expect([...described].filter((name) => !known.has(name))).toEqual([]);
});

it('has a row in docs/cli.md for every command', () => {
  const program = new Command();
  for (const command of Object.values(COMMANDS).flat()) command.describe(program);
  const rows = [...read('docs/cli.md').matchAll(/^\| `gloss ([a-z]+)/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(program.commands.map((command) => command.name()).sort());
});
