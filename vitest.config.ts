import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { libraryVersions } from './ui/library-versions.ts';

/** Two at least, for most tests wait for processes of their own. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/**
 * Five projects: `unit` opens nothing and shares what it loads; `ui-dom` renders components in jsdom
 * and shares what it loads too; `integration` opens servers and databases, which wait a third of the
 * time, so one more file at a time, and shares what it loads;
 * `memory` measures one server at a time, next to nothing else; `e2e` drives real Chromiums, two files
 * at a time, which takes two thirds of the time.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          pool: 'forks',
          isolate: false,
          maxWorkers,
          include: ['{core,config,ui}/**/*.test.{ts,tsx}'],
          exclude: ['ui/e2e/**', '**/*.dom.test.tsx', '**/node_modules/**'],
          testTimeout: 30_000,
        },
      },
      {
        // As the built page has them.
        define: { LIBRARY_VERSIONS: JSON.stringify(libraryVersions()) },
        test: {
          name: 'ui-dom',
          environment: 'jsdom',
          setupFiles: ['ui/testing/browser-parts.ts'],
          pool: 'forks',
          isolate: false,
          maxWorkers,
          include: ['ui/**/*.dom.test.tsx'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000, interval: 10 } },
        },
      },
      {
        test: {
          name: 'integration',
          environment: 'node',
          globalSetup: ['api/db/testing/migrated-databases.ts'],
          pool: 'forks',
          isolate: false,
          maxWorkers: maxWorkers + 1,
          include: ['{pipeline,api,cli,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*-memory.test.ts', '**/node_modules/**'],
          // Patience costs nothing: what comes ends the wait. A machine with other work may take
          // ten times as long.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'memory',
          environment: 'node',
          pool: 'forks',
          fileParallelism: false,
          include: ['api/**/*-memory.test.ts'],
          testTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          pool: 'forks',
          maxWorkers,
          include: ['ui/e2e/**/*.test.ts'],
          // As patient as Playwright is by itself.
          testTimeout: 180_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
