import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkNames } from './chunks.ts';
import { compressFiles, nameScreenFiles } from './dist-files.ts';
import { libraryVersions } from './library-versions.ts';

const NAMED = /^export (?:const|function) (\w+)/gm;

/**
 * Drops zod's JSON schema methods, which the page does not use; this makes its first load 5 kB
 * smaller.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
    handler: (code) => ({
      code: [...code.matchAll(NAMED)]
        .map(([, name]) => `export const ${name} = () => () => undefined;`)
        .join('\n'),
      map: null,
    }),
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), withoutJsonSchema, nameScreenFiles, compressFiles],
  define: { LIBRARY_VERSIONS: JSON.stringify(libraryVersions()) },
  // Each as a separate file, because the page's policy allows neither inline scripts nor data:
  // fonts.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    manifest: true,
    // In kB. The largest part is the editor; the first load has a budget and a test of its own.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'parts', name: chunkNames() }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:4870',
      '/collab': { target: 'ws://127.0.0.1:4870', ws: true },
    },
  },
});
