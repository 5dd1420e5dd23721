/**
 * Finds every regex of the product's source: literals by the syntax tree, and constructed ones by
 * loading their modules.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface SourceRegex {
  /** Relative to the repository's root, with the line: `core/text/slug.ts:3`. */
  at: string;
  source: string;
  flags: string;
}

export const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['core', 'config', 'pipeline', 'api', 'cli', 'ui'];
const NOT_PRODUCT = /\.test\.tsx?$|\/(?:testing|e2e|fixtures)\//;

export function productFiles(root = ROOT): string[] {
  const listed = execFileSync('git', ['-C', root, 'ls-files', ...FOLDERS], { encoding: 'utf8' });
  return listed.split('\n').filter((file) => /\.tsx?$/.test(file) && !NOT_PRODUCT.test(file));
}

export function literalsOf(file: string, text: string): SourceRegex[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: SourceRegex[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({
        at: `${file}:${line}`,
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

export function literals(): SourceRegex[] {
  return productFiles().flatMap((file) => literalsOf(file, readFileSync(join(ROOT, file), 'utf8')));
}

/**
 * Regexes that modules build from text when they are loaded. Loads each module that contains `new
 * RegExp` with a recording RegExp; regexes built later, inside a function, are not found.
 */
export async function constructed(): Promise<SourceRegex[]> {
  const files = productFiles().filter((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes('new RegExp('),
  );
  const found: SourceRegex[] = [];
  const Plain = globalThis.RegExp;
  let loading = '';
  globalThis.RegExp = new Proxy(Plain, {
    construct(target, args: ConstructorParameters<typeof RegExp>, newTarget) {
      const regex = Reflect.construct(target, args, newTarget) as RegExp;
      const caller = new Error().stack?.split('\n')[2] ?? '';
      if (caller.includes(`/${loading}:`))
        found.push({ at: loading, source: regex.source, flags: regex.flags });
      return regex;
    },
  });
  try {
    for (const file of files) {
      loading = file;
      await import(join(ROOT, file));
    }
  } finally {
    globalThis.RegExp = Plain;
  }
  return found;
}
