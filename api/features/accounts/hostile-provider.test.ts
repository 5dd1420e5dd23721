import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canary, type LoopbackServer } from '#pipeline/net/testing/loopback.ts';
import { openOnSqlite } from '../../db/testing/test-database.ts';
import { openAccountsServer, type AccountsServer } from '../../testing/accounts-server.ts';
import {
  HOSTILE_DISCOVERIES,
  HOSTILE_TOKENS,
  openHostileProvider,
  saysOfItself,
  type HostileProvider,
} from '../../testing/hostile-provider.ts';

const MOST_BYTES = 8 * 2 ** 20;
const quick = <T extends { isSlow?: true }>(table: Readonly<Record<string, T>>) =>
  Object.entries(table).filter(([, { isSlow }]) => isSlow !== true);

describe('a hostile sign-in provider', () => {
  let inside: LoopbackServer;
  let provider: HostileProvider;
  let test: AccountsServer;
  beforeAll(async () => {
    inside = await canary();
    provider = await openHostileProvider(inside.url);
    test = await openAccountsServer(openOnSqlite(), {
      env: {
        GLOSS_OIDC_ISSUER: provider.issuer,
        GLOSS_OIDC_CLIENT_ID: 'gloss',
        GLOSS_OIDC_CLIENT_SECRET: 'a secret',
      },
    });
  });
  afterAll(async () => {
    await test.close();
    provider.close();
    await inside.close();
  });
  const leave = (browser = test.browser()) => browser.call('GET', 'auth/oidc');

  it.each(quick(HOSTILE_DISCOVERIES))(
    'that %s signs nobody in, and is reported as a provider failure',
    async (_what, { answer }) => {
      provider.discovery = answer;
      provider.sentBytes = 0;
      expect(await leave()).toMatchObject({
        status: 302,
        headers: { location: '/login?failed=provider_failed' },
      });
      expect(inside.connects).toBe(0);
      await expect.poll(() => provider.sentBytes).toBeLessThan(MOST_BYTES);
    },
  );
  // These run last, because the provider's metadata is cached once it is valid.
  it.each(quick(HOSTILE_TOKENS))(
    'that issues tokens %s signs nobody in',
    async (_what, { answer }) => {
      provider.discovery = saysOfItself((about) => ({
        jwks_uri: `${about.inside}/jwks`,
        userinfo_endpoint: `${about.inside}/me`,
      }));
      provider.token = answer;
      provider.sentBytes = 0;
      const browser = test.browser();
      const begun = new URL(String((await leave(browser)).headers.location));
      expect(begun.href).toContain(`${provider.issuer}/auth`);
      const back = await browser.call(
        'GET',
        `auth/oidc/callback?code=x&state=${begun.searchParams.get('state')}`,
      );
      expect(back).toMatchObject({
        status: 302,
        headers: { location: '/login?failed=not_allowed' },
      });
      expect([browser.cookies.size, inside.connects]).toEqual([0, 0]);
      await expect.poll(() => provider.sentBytes).toBeLessThan(MOST_BYTES);
    },
  );
});
