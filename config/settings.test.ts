import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('invalid settings', () => {
  it.each([
    ['GLOSS_PORT', 'x', 'GLOSS_PORT is "x", but it must be: a whole number from 0 to 65535'],
    ['GLOSS_PORT', '70000', 'from 0 to 65535'],
    ['GLOSS_MAX_PDF_MB', '-1', 'a number above 0'],
    ['GLOSS_LOG_LEVEL', 'loud', 'one of trace, debug'],
    ['GLOSS_SERVER', 'here', 'an address like http://'],
    ['GLOSS_HOST_PACE', 'fast', 'as 2@1/s'],
    ['GLOSS_SECRET', 'short', 'GLOSS_SECRET is set, but it must be: at least 16 characters'],
    ['GLOSS_ACCOUNTS', 'many', 'one of personal, accounts'],
    ['GLOSS_SECOND_FACTOR', 'always', 'one of offered, required'],
    ['GLOSS_PENDING_EDITS', 'keep', 'one of drop, hold'],
    ['GLOSS_FREE_QUESTIONS_PER_DAY', '-1', '0 or more'],
    ['GLOSS_SMTP_URL', 'http://mail', 'GLOSS_SMTP_URL is set, but it must be: smtp://'],
    ['GLOSS_SIGN_IN_PACE', 'slow', 'as 5/min,20/h'],
    ['GLOSS_TRUSTED_PROXIES', '10.0.0.2,proxy', 'like 10.0.0.2,10.1.0.0/16'],
    ['GLOSS_DNS_SERVERS', '9.9.9.9,dns.example.org', 'like 9.9.9.9,127.0.0.1:5353'],
  ])('%s=%s is rejected with the allowed values', (name, value, said) => {
    expect(() => readSettings({ [name]: value })).toThrow(said);
  });
  it.each([
    [
      { GLOSS_S3_ENDPOINT: 'minio:9000' },
      'GLOSS_S3_ENDPOINT is "minio:9000", but it must be: an address',
    ],
    [
      { GLOSS_S3_BUCKET: 'My Files' },
      'GLOSS_S3_BUCKET is "My Files", but it must be: the name of a bucket',
    ],
    [
      { GLOSS_S3_REGION: 'eu central' },
      'GLOSS_S3_REGION is "eu central", but it must be: a region',
    ],
    [
      {
        GLOSS_S3_ENDPOINT: 'http://minio:9000',
        GLOSS_S3_BUCKET: 'gloss',
        GLOSS_S3_ACCESS_KEY_ID: 'id',
      },
      'GLOSS_S3_SECRET_ACCESS_KEY is not set, but it must be: set, for files are kept in S3 with all of',
    ],
  ])('of S3 is named: %j', (env, said) => {
    expect(() => readSettings(env)).toThrow(said);
  });
  it.each([
    [
      { GLOSS_OIDC_ISSUER: 'http://login.example.org' },
      'GLOSS_OIDC_ISSUER is "http://login.example.org", but it must be: an https address',
    ],
    [
      { GLOSS_OIDC_ISSUER: 'https://login.example.org', GLOSS_OIDC_CLIENT_ID: 'gloss' },
      'GLOSS_OIDC_CLIENT_SECRET is not set, but it must be: set, for people sign in elsewhere with all of',
    ],
  ])('of another sign-in is named: %j', (env, said) => {
    expect(() => readSettings(env)).toThrow(said);
  });
  it('reports all invalid settings at once', () => {
    expect(() => readSettings({ GLOSS_PORT: 'x', GLOSS_LOG_LEVEL: 'loud' })).toThrow(
      /GLOSS_PORT[^]*\nGLOSS_LOG_LEVEL/,
    );
  });
});

it('reads name servers with and without a port', () => {
  expect(readSettings({ GLOSS_DNS_SERVERS: '9.9.9.9, [::1]:53,2620:fe::fe' }).dnsServers).toEqual([
    '9.9.9.9',
    '[::1]:53',
    '2620:fe::fe',
  ]);
  expect(readSettings({}).dnsServers).toEqual([]);
});
