/**
 * docs/security.md is complete: each table has a level, each key a row, each use of cryptography an
 * entry, each package a hash.
 */
import { globSync, readFileSync } from 'node:fs';
import { QueryTypes } from 'sequelize';
import { describe, expect, it } from 'vitest';
import { openOnSqlite } from '../api/db/testing/test-database.ts';
import { SECRET_SETTINGS } from '../config/secrets.ts';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
/** Returns the names in backticks in a section of the document. */
function named(section: string): Set<string> {
  const [, text = ''] = read('docs/security.md').split(`\n## ${section}\n`);
  return new Set(
    [...(text.split('\n## ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

describe('docs/security.md', () => {
  const open = openOnSqlite();
  it('classifies each table of the database, and only those', async () => {
    const { database } = await open();
    const rows = await database.sequelize.query<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      { type: QueryTypes.SELECT },
    );
    const tables = rows
      .map(({ name }) => name)
      .filter((name) => name !== 'migrations')
      .sort();
    expect(tables.length).toBeGreaterThan(40);
    expect(
      [...named('What is guarded')].filter((name) => /^[a-z]+(_[a-z]+)*$/.test(name)).sort(),
    ).toEqual(tables);
  });
  it('has a row for each secret setting', () => {
    const keys = named('Keys');
    expect(SECRET_SETTINGS.filter((name) => !keys.has(name))).toEqual([]);
  });
  it('names each file that signs, encrypts or compares secrets, and its algorithms', () => {
    const files = globSync('{core,config,pipeline,api,cli,ui}/**/*.{ts,tsx}', {
      cwd: root.pathname,
      exclude: ['**/*.test.*', '**/testing/**', 'ui/dist/**', 'ui/e2e/**'],
    });
    const uses =
      /\b(?:createHmac|createSign|createVerify|createCipheriv|createDecipheriv|hkdf(?:Sync)?|scrypt(?:Sync)?|pbkdf2(?:Sync)?|argon2(?:Sync)?|timingSafeEqual|subtle\.(?!digest\b)\w+)\b|from '(?:otpauth|openid-client|jose)'|import\('(?:@simplewebauthn\/server|openid-client)'\)/;
    const using = files.filter((file) => uses.test(read(file))).sort();
    expect(using.length).toBeGreaterThan(5);
    expect([...named('Keys')].filter((name) => name.endsWith('.ts')).sort()).toEqual(using);
  });
});

it('pins each package by version and hash, all from the registry', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<
      string,
      {
        version?: string;
        integrity?: string;
        resolved?: string;
        link?: boolean;
        inBundle?: boolean;
      }
    >;
  };
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  expect(installed.length).toBeGreaterThan(500);
  // Registry packages have no URL in the lockfile, so a URL means another origin.
  for (const [path, { version, integrity, resolved, link, inBundle }] of installed)
    expect([
      path,
      version,
      inBundle === true || /^sha512-/.test(integrity ?? ''),
      resolved,
      link,
    ]).toEqual([path, expect.stringMatching(/^\d+\.\d+\.\d+/), true, undefined, undefined]);
});
