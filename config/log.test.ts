import { expect, it } from 'vitest';
import { createLog, redacted } from './log.ts';
import { readSettings } from './settings.ts';

const CANARIES = {
  OPENAI_API_KEY: 'sk-canary-of-the-provider',
  GLOSS_SECRET: 'canary "of" the server',
  GLOSS_OIDC_CLIENT_SECRET: 'canary-of-oidc',
  GLOSS_S3_SECRET_ACCESS_KEY: 'canary/of+s3',
  GLOSS_QDRANT_API_KEY: 'canary-of-qdrant',
  GLOSS_TOKEN: 'gloss_canaryOfTheCommandLine',
};
const ADDRESSES = {
  GLOSS_DATABASE_URL: 'postgres://gloss:canary-of-postgres@db/gloss',
  GLOSS_REDIS_URL: 'redis://:canary-of-redis@redis',
  GLOSS_SMTP_URL: 'smtp://mailer:canary%2Dof%2Dmail@mail',
};
const settings = {
  ...CANARIES,
  ...ADDRESSES,
  GLOSS_OIDC_ISSUER: 'https://login.example.org',
  GLOSS_OIDC_CLIENT_ID: 'gloss',
  GLOSS_S3_ENDPOINT: 'https://s3.example.org',
  GLOSS_S3_BUCKET: 'gloss',
  GLOSS_S3_ACCESS_KEY_ID: 'id',
};

/** Secrets that are logged by accident: in errors that quote addresses, in nested headers, in bodies. */
const slips = (): [object, string][] => {
  const all = Object.values({ ...CANARIES, ...ADDRESSES });
  return [
    ...all.map((value): [object, string] => [
      { err: new Error(`connect to ${value} failed`, { cause: new Error(value) }) },
      `${value} refused`,
    ]),
    [
      {
        request: {
          headers: { authorization: `Bearer ${'c'.repeat(43)}`, cookie: 'gloss_session=canary' },
        },
        deep: { deeper: { deepest: { url: ADDRESSES.GLOSS_SMTP_URL, decoded: 'canary-of-mail' } } },
      },
      'headers',
    ],
    [
      { user: { password: 'canary', token: 'canary' } },
      `Authorization: Bearer ${'canary'.repeat(8)}`,
    ],
  ];
};
function written(log: (write: (line: string) => void) => ReturnType<typeof createLog>): string {
  const lines: string[] = [];
  const made = log((line) => {
    lines.push(line);
  });
  for (const [fields, message] of slips()) made.error(fields, message);
  return lines.join('');
}

it('redacts secrets from the settings wherever they appear', () => {
  const before = written((write) => createLog('error', write));
  expect(before).toContain('sk-canary-of-the-provider');
  readSettings(settings);
  const after = written((write) => createLog('error', write));
  expect(after.match(/.{30}canary.{0,30}/gi) ?? []).toEqual([]);
  expect(after).toContain('connect to');
});

it('leaves addresses and ordinary words unchanged', () => {
  expect(redacted('https://example.org/a:b@c and mail to ada@example.org at 12:30')).toBe(
    'https://example.org/a:b@c and mail to ada@example.org at 12:30',
  );
});

it('writes each entry as one line of JSON with its time', () => {
  const lines: string[] = [];
  const log = createLog('info', (line) => {
    lines.push(line);
  });
  const forged = 'x\r\n{"level":30,"msg":"signed in"}\u2028\u001b[2J %s %j';
  log.info({ agent: forged, err: new Error(forged) }, forged);
  log.debug({}, 'not asked for');
  expect(lines.map((line) => line.split(/[\r\n\u001b]/).length)).toEqual([2]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 30,
    agent: forged,
    msg: forged,
    time: expect.any(Number) as number,
  });
});
