/** A malicious sign-in provider, and a real server that uses it. */
import { z } from 'zod';
import {
  HOSTILE_DISCOVERIES,
  HOSTILE_TOKENS,
  openHostileProvider,
  saysOfItself,
  type HostileProvider,
} from '#api/testing/hostile-provider.ts';
import { canary } from '#pipeline/net/testing/loopback.ts';
import { atMost, cameThrough, type AttackRow } from '../lib/attack.ts';
import { startGloss, withDataDir, type GlossProcess } from '../lib/gloss-process.ts';
import { FOR_MANY } from '../lib/people.ts';

const LONGEST_S = 15;
const MOST_MB = 8;
/** one of the discovery and one of the token responses */
const ENDLESS = 2;

interface Tried {
  refused: boolean;
  seconds: number;
}
const leave = (gloss: GlossProcess, cookie = ''): Promise<Response> =>
  fetch(`${gloss.url}/api/auth/oidc`, { redirect: 'manual', headers: { Cookie: cookie } });

async function tryDiscovery(gloss: GlossProcess): Promise<Tried> {
  const startedAt = performance.now();
  const location = (await leave(gloss)).headers.get('location');
  return {
    refused: location === '/login?failed=provider_failed',
    seconds: (performance.now() - startedAt) / 1000,
  };
}
async function tryTokens(gloss: GlossProcess): Promise<Tried> {
  const left = await leave(gloss);
  const state = z
    .string()
    .parse(URL.parse(left.headers.get('location') ?? '')?.searchParams.get('state'));
  const cookie = (left.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  const startedAt = performance.now();
  const back = await fetch(`${gloss.url}/api/auth/oidc/callback?code=x&state=${state}`, {
    redirect: 'manual',
    headers: { Cookie: cookie },
  });
  const isIn = back.headers.getSetCookie().some((line) => /^gloss_session=[^;]/.test(line));
  return {
    refused: back.headers.get('location') === '/login?failed=not_allowed' && !isIn,
    seconds: (performance.now() - startedAt) / 1000,
  };
}

async function tryAll(gloss: GlossProcess, provider: HostileProvider): Promise<Tried[]> {
  const tried: Tried[] = [];
  const note = (name: string, one: Tried): void => {
    tried.push(one);
    if (!one.refused) process.stderr.write(`  not refused clearly: ${name}\n`);
  };
  for (const [name, { answer }] of Object.entries(HOSTILE_DISCOVERIES)) {
    provider.discovery = answer;
    note(name, await tryDiscovery(gloss));
  }
  // Last, because a valid discovery document is cached.
  provider.discovery = saysOfItself(({ inside }) => ({
    jwks_uri: `${inside}/jwks`,
    userinfo_endpoint: `${inside}/me`,
  }));
  for (const [name, { answer }] of Object.entries(HOSTILE_TOKENS)) {
    provider.token = answer;
    note(name, await tryTokens(gloss));
  }
  return tried;
}

/** The provider names an internal address as token endpoint. */
async function tryInside(gloss: GlossProcess, provider: HostileProvider): Promise<Tried> {
  provider.discovery = saysOfItself(({ inside }) => ({
    token_endpoint: `${inside}/token`,
    jwks_uri: `${inside}/jwks`,
  }));
  return tryTokens(gloss);
}

export async function attack(): Promise<AttackRow[]> {
  const inside = await canary();
  const provider = await openHostileProvider(inside.url);
  const env = {
    ...FOR_MANY,
    GLOSS_OIDC_ISSUER: provider.issuer,
    GLOSS_OIDC_CLIENT_ID: 'gloss',
    GLOSS_OIDC_CLIENT_SECRET: 'a secret',
    GLOSS_LOG_LEVEL: 'error',
  };
  const withServer = <T>(work: (gloss: GlossProcess) => Promise<T>): Promise<T> =>
    withDataDir(async (folder) => {
      // Not `health`, which would fetch and cache the valid discovery document.
      const gloss = await startGloss(folder, env, ['/api/ready']);
      try {
        return await work(gloss);
      } finally {
        await gloss.stop();
      }
    });
  try {
    const tried = [
      ...(await withServer((gloss) => tryAll(gloss, provider))),
      await withServer((gloss) => tryInside(gloss, provider)),
    ];
    return [
      cameThrough(
        'malicious sign-in provider: not refused with a clear error',
        'openid-client, checked and bounded',
        tried.length,
        tried.filter(({ refused }) => !refused).length,
      ),
      cameThrough(
        'malicious sign-in provider: connections inside',
        'the gate, no redirects',
        tried.length,
        inside.connects,
      ),
      atMost('malicious sign-in provider: longest answer', '10 s a request', tried.length, {
        most: LONGEST_S,
        value: Math.max(...tried.map(({ seconds }) => seconds)),
        unit: 's',
      }),
      atMost(
        'malicious sign-in provider: sent of an answer without end',
        '1 MB an answer; what the sockets hold is counted too',
        ENDLESS,
        { most: MOST_MB, value: provider.sentBytes / ENDLESS / 2 ** 20, unit: 'MB' },
      ),
    ];
  } finally {
    provider.close();
    await inside.close();
  }
}
