import { expect, it } from 'vitest';
import { assertPackagesInstalled } from './optional-packages.ts';
import { readSettings, SettingsError } from './settings.ts';

const services = readSettings({
  GLOSS_DATABASE_URL: 'postgres://127.0.0.1/gloss',
  GLOSS_REDIS_URL: 'redis://127.0.0.1:6379',
});

it('names each setting with missing packages and how to install them', () => {
  const check = () => assertPackagesInstalled(services, (name) => name === 'bullmq');
  expect(check).toThrow(SettingsError);
  expect(check).toThrow('GLOSS_DATABASE_URL is set, and needs packages that are not installed: pg');
  expect(check).toThrow('npm install -g pg ioredis @bull-board/api @bull-board/ui');
  expect(check).toThrow('npx -p gloss-notes -p pg -p ioredis');
});

it('passes when the required packages are installed', () => {
  expect(() => assertPackagesInstalled(services)).not.toThrow();
  expect(() => assertPackagesInstalled(readSettings({}), () => false)).not.toThrow();
});
