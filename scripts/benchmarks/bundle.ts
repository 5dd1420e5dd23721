/**
 * Gzipped size of the first load of each route, and of each lazy part, from the manifest of a
 * separate build.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { z } from 'zod';
import { report, type Row } from './lib/table.ts';

const CONFIG = join(import.meta.dirname, '../../ui/vite.config.ts');
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
);
type Manifest = z.infer<typeof Manifest>;

const ENTRY = 'index.html';
const WORKSPACE = [ENTRY, 'features/threads/workspace-page.tsx', 'features/threads/wide-panes.tsx'];
const WORKSPACE_BUDGET_KB = 180;
const ROUTES: Record<string, string[]> = {
  '/': [ENTRY, 'app/home-screen.tsx'],
  '/t/:url before notes and viewers': WORKSPACE,
  '/search': [ENTRY, 'features/search/search-page.tsx'],
  '/library': [ENTRY, 'features/library/library-page.tsx'],
  '/settings': [ENTRY, 'features/settings/settings-page.tsx'],
  '/login': [ENTRY, 'features/account/login-page.tsx'],
};
const VIEWER = 'viewer/index.tsx';
/** Parts added to the workspace, each separately. */
const PARTS: Record<string, string[]> = {
  notes: ['features/notes/index.tsx'],
  'timed viewer': [VIEWER, 'viewer/timed/timed-viewer.tsx'],
  'timed viewer with HLS': [
    VIEWER,
    'viewer/timed/timed-viewer.tsx',
    '../node_modules/hls.js/dist/hls.mjs',
  ],
  'paged viewer with its worker': [VIEWER, 'viewer/paged/paged-viewer.tsx'],
  'flow viewer': [VIEWER, 'viewer/flow/flow-viewer.tsx'],
  'ask: answer stream and Markdown': ['client/answer-stream.ts', 'features/ask/answer-text.tsx'],
  'add source dialog': ['features/sources/add-dialog.tsx'],
  'toasts, some seconds later': ['app/overlays.tsx'],
  palette: ['app/palette/palette.tsx'],
};

/** Returns all files loaded with these chunks: transitive static imports, style sheets, workers. */
function closure(manifest: Manifest, keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk)
      throw new Error(
        `The build has no chunk of ${key}. Name it in scripts/benchmarks/bundle.ts as the page does.`,
      );
    for (const file of [
      chunk.file,
      ...chunk.css,
      ...chunk.assets.filter((it) => /worker[^/]*\.m?js$/.test(it)),
    ])
      files.add(file);
    chunk.imports.forEach(add);
  };
  keys.forEach(add);
  return files;
}

interface Weight {
  js: number;
  css: number;
  rawJs: number;
  files: number;
}

export async function run(): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), 'gloss-bench-bundle-'));
  try {
    await build({ configFile: CONFIG, logLevel: 'error', build: { outDir, emptyOutDir: true } });
    const manifest = Manifest.parse(
      JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')),
    );
    const bytes = (file: string) => readFileSync(join(outDir, file));
    const weigh = (files: Iterable<string>): Weight => {
      const weight = { js: 0, css: 0, rawJs: 0, files: 0 };
      for (const file of files) {
        weight.files += 1;
        if (file.endsWith('.css')) weight.css += gzipSync(bytes(file)).length / 1000;
        else {
          weight.js += gzipSync(bytes(file)).length / 1000;
          weight.rawJs += bytes(file).length / 1000;
        }
      }
      return weight;
    };
    // Inline scripts of the page.
    const inPage = [
      ...readFileSync(join(outDir, ENTRY), 'utf8').matchAll(/<script[^>]*\ssrc="\/([^"]+)"/g),
    ].map(([, file]) => file ?? '');
    const load = (keys: readonly string[]) => new Set([...inPage, ...closure(manifest, keys)]);
    const all = weigh(
      readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((file) =>
        /\.(m?js|css)$/.test(file),
      ),
    );
    const row = (name: string, { js, css, rawJs, files }: Weight, more: Row = {}): Row => ({
      what: name,
      files,
      'JS kB': js,
      'CSS kB': css,
      'JS raw kB': rawJs,
      'JS of all': js / all.js,
      'budget kB': undefined,
      within: '',
      ...more,
    });
    const base = load(WORKSPACE);
    report(
      'bundle',
      'Bundle: gzipped first load of each route, what each part adds to the workspace, and all there is (kB = 1000 bytes)',
      [
        ...Object.entries(ROUTES).map(([name, keys]) => {
          const weight = weigh(load(keys));
          return row(
            name,
            weight,
            keys === WORKSPACE
              ? {
                  'budget kB': WORKSPACE_BUDGET_KB,
                  within: weight.js <= WORKSPACE_BUDGET_KB ? 'yes' : 'no',
                }
              : {},
          );
        }),
        ...Object.entries(PARTS).map(([name, keys]) =>
          row(`+ ${name}`, weigh(load(keys).difference(base))),
        ),
        row('all of the page', all),
      ],
    );
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
