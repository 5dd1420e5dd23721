import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Two projects: `unit` runs side by side; `e2e` drives a real Chromium and runs one file at a time. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit', environment: 'node', pool: 'forks',
          // Two at least, for most wait for processes of their own.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          include: ['{core,config,pipeline,api,cli,ui,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['ui/e2e/**', '**/node_modules/**'],
          testTimeout: 30_000, hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e', environment: 'node', pool: 'forks', fileParallelism: false,
          include: ['ui/e2e/**/*.test.ts'],
          testTimeout: 180_000, hookTimeout: 120_000, expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
