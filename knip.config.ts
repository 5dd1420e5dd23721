import type { KnipConfig } from 'knip';

export default {
  entry: [
    'cli/main.{js,ts}',
    'scripts/**/*.ts',
    'ui/app/main.tsx',
    'ui/vite.config.ts',
    '{pipeline,api}/**/*-child.ts',
    'pipeline/**/*-worker.ts',
    '**/*.test.{ts,tsx}',
  ],
  project: ['{core,config,pipeline,api,cli,ui,scripts}/**/*.{ts,tsx}'],
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
