/**
 * Wording of what people read: the texts of the page, messages of the server and the terminal,
 * emails, and the Markdown pages. Each pattern names what to write instead.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'again'],
  [/\bgo(?:es)? on\b/i, 'continue, or resume'],
  [/\b(?:anybody|somebody)\b/i, 'anyone, someone'],
  [/\bwhoever\b/i, 'the person who …'],
  [/\be-mails?\b/i, 'email'],
  [/\b(?:a|the) mail(?! server)\b/i, 'an email, or what it contains'],
  [/\btoo many tries\b/i, 'too many attempts'],
  [/\b(?:is|not) whole\b/i, 'complete, or incomplete'],
  [/\brests? on (?:its|this|the|that) (?:text|source)/i, 'uses, or cites'],
  [/\b(?:became|become) of\b/i, 'the result'],
  [/\b(?:looked|looks?|looking) at (?:it |them )?again\b/i, 'refresh'],
  [/\bis being (?:loaded|opened|read)\b/i, 'loading …, processing'],
  [/\bthis is no [a-z]+\b/i, "this isn't …, or: enter a valid …"],
  [/\bthere is no such\b/i, '… not found'],
  [/\bdoes(?: not|n['’]t) answer\b(?! (?:this|the question))/i, "isn't responding"],
  [/\bsix figures\b/i, '6 digits'],
  [/\bhas run out\b/i, 'has expired'],
  [/\bone [a-z]+ a line\b/i, 'one … per line'],
  [/\bwords alone\b/i, 'keywords only'],
  [/\b(?:is|are) on (?:its|their) way\b/i, 'loading …, or sent'],
  [/\bfor good\b/i, 'permanently'],
  [/\bas ada@/i, 'like ada@…'],
];

const root = fileURLToPath(new URL('../', import.meta.url));
const files = (patterns: readonly string[]): string[] =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((path) => !/\.test\.tsx?$|\/(?:testing|fixtures|samples|node_modules)\//.test(path))
    .sort();

const CODE = files([
  'ui/{app,client,editor,features,kit,viewer}/**/texts.ts',
  'ui/{app,client,editor,features,kit,viewer}/**/texts/*.ts',
  'core/contract/*.ts',
  'config/*.ts',
  'api/**/*.ts',
  'cli/**/*.ts',
  'pipeline/**/*.ts',
]);
const PAGES = files(['README.md', 'docs/*.md']);

interface Text {
  at: string;
  text: string;
}

/** The strings of a file that have a space: others are names. */
function stringsOf(path: string): Text[] {
  const source = ts.createSourceFile(
    path,
    readFileSync(join(root, path), 'utf8'),
    ts.ScriptTarget.Latest,
  );
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      if (node.text.includes(' ')) found.push({ at: `${path}:${line + 1}`, text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const linesOf = (path: string): Text[] =>
  readFileSync(join(root, path), 'utf8')
    .replace(/^```[^]*?^```$/gm, (code) => code.replace(/[^\n]/g, ''))
    .split('\n')
    .map((text, at) => ({ at: `${path}:${at + 1}`, text: text.replace(/`[^`\n]+`/g, '') }));

const texts = [...CODE.flatMap(stringsOf), ...PAGES.flatMap(linesOf)];

it.each(PATTERNS)('has no %s; write: %s', (pattern) => {
  const found = texts.filter(({ text }) => pattern.test(text));
  expect(found.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
});

it('reads the texts of the page, the server, the terminal and the docs', () => {
  for (const folder of ['ui/', 'core/', 'api/', 'cli/', 'pipeline/', 'docs/'])
    expect(
      texts.some(({ at }) => at.startsWith(folder)),
      folder,
    ).toBe(true);
});
