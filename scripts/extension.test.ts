/**
 * Adds one of each extension to a copy of the repository: it takes one folder or file, and as many
 * lines in other files as CONTRIBUTING.md states, and works there.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FIXTURES = join(ROOT, 'scripts/fixtures/extension');
const copy = mkdtempSync(join(tmpdir(), 'gloss-extension-'));

/** By extension: file → text in it, and its replacement. */
const LINES: Record<string, Record<string, readonly (readonly [string, string])[]>> = {
  'source kind': {
    'core/kinds.ts': [
      [
        '  youtube: {\n',
        "  lecture: { label: 'Lecture', medium: 'flow', icon: 'page', empty: { title: '', text: '' } },\n" +
          '  youtube: {\n',
      ],
    ],
    'pipeline/sources/registry.ts': [
      ['import { pdf }', "import { lecture } from './lecture/lecture.ts';\nimport { pdf }"],
      ['[youtube, ', '[lecture, youtube, '],
    ],
    'pipeline/sources/extractors.ts': [
      [
        '  youtube: async',
        "  lecture: async () => (await import('./lecture/extract/lecture-extractor.ts')).lectureExtractor,\n" +
          '  youtube: async',
      ],
    ],
  },
  block: {
    'core/editor/blocks/registry.ts': [
      ['import { summary }', "import { spoiler } from './spoiler/block.ts';\nimport { summary }"],
      ['  clip,\n', '  clip,\n  spoiler,\n'],
    ],
  },
  'AI feature': {
    'api/features/ask/ai-features/registry.ts': [
      ['import { summary }', "import { slogan } from './slogan/feature.ts';\nimport { summary }"],
      ['  chat,\n', '  chat,\n  slogan,\n'],
    ],
  },
  command: {
    'cli/commands/registry.ts': [
      ['import { users } from', "import { wave } from './wave.ts';\nimport { users } from"],
      ['[posts]', '[posts, wave]'],
    ],
  },
  'import reader': {
    'pipeline/imports/readers/registry.ts': [
      ['import { urls }', "import { plates } from './plates.ts';\nimport { urls }"],
      ['[feed, ', '[plates, feed, '],
    ],
  },
};

const run = (file: string, ...args: string[]): string =>
  execFileSync(process.execPath, [file, ...args], { cwd: copy, encoding: 'utf8' });

beforeAll(() => {
  execFileSync('git', ['checkout-index', '--all', `--prefix=${copy}/`], { cwd: ROOT });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  cpSync(FIXTURES, copy, { recursive: true });
  for (const files of Object.values(LINES))
    for (const [name, changes] of Object.entries(files)) {
      const path = join(copy, name);
      let text = readFileSync(path, 'utf8');
      for (const [from, to] of changes) {
        expect(text, `${name} contains ${from}`).toContain(from);
        text = text.replace(from, () => to);
      }
      writeFileSync(path, text);
    }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('touches as many files outside its folder as CONTRIBUTING.md says', () => {
  const stated = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(
    /^\| an? ([\w ]+) \|[^|]*\| (\d+) \|/gm,
  );
  expect(Object.fromEntries([...stated].map(([, thing, files]) => [thing, Number(files)]))).toEqual(
    Object.fromEntries(
      Object.entries(LINES).map(([thing, files]) => [thing, Object.keys(files).length]),
    ),
  );
});

it('works once it is registered', () => {
  expect(JSON.parse(run('smoke.ts'))).toEqual({
    kind: 'lecture',
    extractor: 'lecture',
    block: 'spoiler',
    slash: ['Spoiler'],
    feature: 'slogan',
    command: true,
    reader: 'a list of plates',
  });
});
