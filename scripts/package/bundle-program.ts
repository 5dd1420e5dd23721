/**
 * Compiles the program and the packages that become part of it. Entries of processes and threads
 * keep their paths, so that `programEntry` finds them; the rest is in `chunks/`.
 */
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { isOutside } from './manifest.ts';

const ENTRIES = [
  'cli/main.js',
  'cli/npx.js',
  'api/text-process/text-child.ts',
  'pipeline/run/parse-child.ts',
  'pipeline/run/watchdog-worker.ts',
  'pipeline/search/engine/index-worker.ts',
];
const OWN = /^(?:core|config|pipeline|api|cli)\//;
const withoutEnding = (file: string): string => file.replace(/\.[jt]s$/, '');
/** Placeholder for the relative path from a chunk to the program's root. */
const TO_ROOT = 'gloss-program-root:';
const LAZY_REQUIRE = /^const require = createRequire\(import\.meta\.url\);$/m;

/**
 * Modules find files next to them by their own path, as in a checkout, whichever chunk they are in.
 * Packages that they require lazily become part of the program too.
 */
const keepPlaces = (root: string): Plugin => ({
  name: 'keep-places',
  transform: {
    order: 'pre',
    handler(code, id) {
      const file = path.relative(root, id);
      if (!OWN.test(file) || !code.includes('import.meta.url')) return null;
      const place = JSON.stringify(`${TO_ROOT}${withoutEnding(file)}.js`);
      const text = code.includes(').resolve(') ? code : code.replace(LAZY_REQUIRE, '');
      return {
        code: text.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`),
        map: null,
      };
    },
  },
  renderChunk(code, { fileName }) {
    const up = path.relative(path.dirname(fileName), '') || '.';
    return { code: code.replaceAll(TO_ROOT, `${up}/`), map: null };
  },
});

/** Parts of packages that Gloss never uses, and that would not work, or are larger than the rest. */
const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  transform: {
    filter: { id: /\/(umzug\/lib\/cli|xhr\/XMLHttpRequest-impl)\.js$/ },
    handler: (code, id) => ({
      code: id.includes('/umzug/')
        ? 'exports.UmzugCLI = undefined;'
        : code.replace(/require\.resolve\("[^"]*"\)/, 'null'),
      map: null,
    }),
  },
};

/** Compiles the program in `root` into `folder`. */
export async function bundleProgram(root: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [keepPlaces(root), withoutUnusedParts],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    // The build that Node would load, because other builds of a package differ in what `require` returns.
    resolve: { mainFields: ['main'], conditions: ['node'] },
    environments: { ssr: { resolve: { mainFields: ['main'], conditions: ['node'] } } },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: Object.fromEntries(
          ENTRIES.map((file) => [withoutEnding(file), path.join(root, file)]),
        ),
        external: isOutside,
        // Some packages use `eval` with constant text to access the caller's scope.
        checks: { eval: false },
        output: {
          format: 'es',
          // Sequelize uses the names of its classes.
          keepNames: true,
          // Keeps names for error reports, and removes comments and white space, a quarter of the program.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  });
}
