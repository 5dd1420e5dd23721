import type { KnipConfig } from 'knip';

export default {
  // `knip --production` reads only patterns that end in `!`: it reports what only tests use.
  entry: [
    'cli/{main,npx}.js!',
    'cli/main.ts!',
    'ui/app/main.tsx!',
    'ui/vite.config.ts!',
    '{pipeline,api}/**/*-child.ts!',
    'pipeline/**/*-worker.ts!',
    'scripts/**/*.ts',
    '**/*.test.{ts,tsx}',
  ],
  project: [
    '{core,config,pipeline,api,cli,ui}/**/*.{ts,tsx}!',
    '!**/testing/**!',
    '!**/conformance*.ts!',
    '!**/*.test.{ts,tsx}!',
    '!ui/e2e/**!',
    'scripts/**/*.ts',
  ],
  ignoreExportsUsedInFile: true,
  // Imported by stylesheets, run by scripts/test, or loaded by name (scripts/regex/verdict.ts).
  ignoreDependencies: [
    '@fontsource-variable/.*',
    'tailwindcss',
    'dependency-cruiser',
    '@biomejs/biome',
    'recheck',
  ],
  ignoreBinaries: ['qpdf', 'mount', 'umount'],
} satisfies KnipConfig;
