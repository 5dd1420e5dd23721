import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { openToOthers, SECRET_SETTINGS } from './secrets.ts';
import { readSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'gloss-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
function kept(name: string, value: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, value);
  chmodSync(path, mode);
  return path;
}

it('lists every setting whose name suggests a secret', () => {
  const names = [
    ...readFileSync(new URL('environment.ts', import.meta.url), 'utf8').matchAll(
      /^ +((?:GLOSS|OPENAI)_\w*(?:SECRET|KEY|KEY_ID|PASSWORD|TOKEN|SECRET_PREVIOUS)): z\b/gm,
    ),
  ].map(([, name]) => name);
  // Addresses that may contain a password count too.
  expect(['GLOSS_DATABASE_URL', 'GLOSS_REDIS_URL', 'GLOSS_SMTP_URL', ...names].sort()).toEqual(
    [...SECRET_SETTINGS].sort(),
  );
});

it('reads every secret from a file and keeps it out of the log', () => {
  const as = (name: string) =>
    name.endsWith('DATABASE_URL')
      ? 'postgres://gloss@db/gloss'
      : name.endsWith('REDIS_URL')
        ? 'redis://queue:6379'
        : name.endsWith('SMTP_URL')
          ? 'smtp://me:mail-p%40ss-in-a-file@host'
          : `${name}-in-a-file`;
  const files = Object.fromEntries(
    SECRET_SETTINGS.map((name) => [`${name}_FILE`, kept(name, `${as(name)}\n`)]),
  );
  const others = {
    GLOSS_S3_ENDPOINT: 'http://s3',
    GLOSS_S3_BUCKET: 'gloss',
    GLOSS_OIDC_ISSUER: 'https://login.example.org',
    GLOSS_OIDC_CLIENT_ID: 'gloss',
    GLOSS_QDRANT_URL: 'http://qdrant',
  };
  const read = readSettings({ ...files, ...others });
  const given = readSettings({
    ...Object.fromEntries(SECRET_SETTINGS.map((name) => [name, as(name)])),
    ...others,
  });
  expect({ ...read, secretFiles: [] }).toEqual(given);
  expect(read).toMatchObject({
    unknown: [],
    secret: 'GLOSS_SECRET-in-a-file',
    databaseUrl: 'postgres://gloss:GLOSS_DATABASE_PASSWORD-in-a-file@db/gloss',
    redisUrl: 'redis://:GLOSS_REDIS_PASSWORD-in-a-file@queue:6379',
  });
  let written = '';
  createLog('info', (line) => {
    written += line;
  }).info({ err: new Error(JSON.stringify(read)) }, 'told by mistake');
  expect(written.replaceAll(JSON.stringify(folder).slice(1, -1), '')).not.toMatch(
    /(PASSWORD|SECRET|KEY|TOKEN)-in-a-file|p@ss-in-a-file/,
  );
});

it('escapes a password when adding it to its address', () => {
  const { databaseUrl = '' } = readSettings({
    GLOSS_DATABASE_URL: 'postgres://gloss@db:5432/gloss',
    GLOSS_DATABASE_PASSWORD: 'a/b@c:d%e?',
  });
  expect(decodeURIComponent(new URL(databaseUrl).password)).toBe('a/b@c:d%e?');
});

it('reports a problem with a secret file without quoting its contents', () => {
  const path = kept('short', 'tiny');
  expect(() => readSettings({ GLOSS_SECRET_FILE: join(folder, 'none') })).toThrow(
    /GLOSS_SECRET_FILE is ".*none", but it cannot be read \(ENOENT\)/,
  );
  expect(() => readSettings({ GLOSS_SECRET_FILE: kept('empty', '\n') })).toThrow(
    'that file is empty',
  );
  expect(() => readSettings({ GLOSS_SECRET_FILE: path, GLOSS_SECRET: 'x'.repeat(16) })).toThrow(
    'are both set',
  );
  expect(() => readSettings({ GLOSS_SECRET_FILE: path })).toThrow(
    /^GLOSS_SECRET is set, but it must be: at least 16 characters$/,
  );
  expect(readSettings({ GLOSS_PORT_FILE: path }).unknown).toEqual(['GLOSS_PORT_FILE']);
});

it('finds secret files that others can read or write', async () => {
  const files = [0o600, 0o440, 0o400, 0o644, 0o604, 0o620].map((mode) => ({
    name: mode.toString(8),
    path: kept(mode.toString(8), 'x', mode),
  }));
  const open = async (isMounted: boolean) =>
    (
      await openToOthers(
        [...files, { name: 'gone', path: join(folder, 'gone') }],
        async () => isMounted,
      )
    ).map(({ name }) => name);
  expect(await open(false)).toEqual(['644', '604', '620']);
  // Docker and Kubernetes mount secrets like this for one container.
  expect(await open(true)).toEqual(['620']);
});
