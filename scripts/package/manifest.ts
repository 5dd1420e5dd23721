/** The contents of the package, and its `package.json`. */
import { z } from 'zod';
import { OPTIONAL_PACKAGES } from '#config/optional-packages.ts';

const PACKAGE_NAME = 'gloss-notes';
/**
 * Packages installed with Gloss, because they contain machine code, or files that Gloss reads or
 * patches when it loads them.
 */
const INSTALLED = [
  '@fontsource-variable/inter',
  '@fontsource-variable/source-serif-4',
  '@opentelemetry/api',
  'linkedom',
  'pdfjs-dist',
  'sharp',
  'sqlite-vec',
];
/** Optional packages that others look for and don't need. */
const ABSENT = [
  '@napi-rs/canvas',
  'bufferutil',
  'canvas',
  'pg-hstore',
  'react-devtools-core',
  'utf-8-validate',
];

/** Returns the package of a specifier: `undici` for `undici/lib/x.js`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const OUTSIDE = new Set([...INSTALLED, ...OPTIONAL_PACKAGES, ...ABSENT]);
/** Tells whether the program imports it at run time; everything else is compiled into the program. */
export const isOutside = (specifier: string): boolean => OUTSIDE.has(packageOf(specifier));

export const RootManifest = z.object({
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
});

/** The `package.json` of the package, from that of the repository. */
export function packageManifest(root: z.infer<typeof RootManifest>) {
  const versionsOf = (names: readonly string[], prefix: string) =>
    Object.fromEntries(
      names.map((name) => {
        const version = root.dependencies[name];
        if (version === undefined) throw new Error(`package.json does not name ${name}.`);
        return [name, prefix + version];
      }),
    );
  return {
    name: PACKAGE_NAME,
    version: root.version,
    description: root.description,
    keywords: ['notes', 'research', 'citations', 'pdf', 'video', 'transcripts', 'cli'],
    license: root.license,
    type: 'module',
    bin: { gloss: 'app/cli/main.js', [PACKAGE_NAME]: 'app/cli/npx.js' },
    files: ['app', 'CHANGELOG.md'],
    engines: root.engines,
    dependencies: versionsOf(INSTALLED, ''),
    peerDependencies: versionsOf(OPTIONAL_PACKAGES, '^'),
    peerDependenciesMeta: Object.fromEntries(
      OPTIONAL_PACKAGES.map((name) => [name, { optional: true }]),
    ),
  };
}
