/** A real OpenID provider on loopback that signs in `person` without asking. */
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type AccountClaims } from 'oidc-provider';

export interface TestProvider {
  issuer: string;
  person: AccountClaims;
  /** authorisation requests, newest last */
  asked: URLSearchParams[];
  /** returns an ID token to send instead of one with these claims */
  forge: ((claims: Record<string, unknown>) => string) | undefined;
  close(): Promise<void>;
}
export const CLIENT = { id: 'gloss', secret: 'a secret between the two of them' };

const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const OWN = newKey();
/**
 * Makes an ID token. `key`: a secret makes it HS256, null leaves it unsigned; default the
 * provider's own.
 */
export function idToken(claims: object, key: KeyObject | string | null = OWN): string {
  const alg = key === null ? 'none' : typeof key === 'string' ? 'HS256' : 'RS256';
  const text = [{ alg, kid: 'own', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature =
    key === null
      ? ''
      : typeof key === 'string'
        ? createHmac('sha256', key).update(text).digest('base64url')
        : sign('sha256', Buffer.from(text), key).toString('base64url');
  return `${text}.${signature}`;
}
export const anothersKey = newKey;

export async function openProvider(callback: string): Promise<TestProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const test: TestProvider = {
    issuer,
    person: { sub: 'nobody' },
    asked: [],
    forge: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [callback],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile'],
    jwks: { keys: [{ ...OWN.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['of the test'] },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_koa, id) => ({ accountId: id, claims: () => ({ ...test.person, sub: id }) }),
    interactions: { url: (_koa, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }: { oidc: { session?: { accountId?: string } } }) {
      const grant = new provider.Grant({ clientId: CLIENT.id, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (koa, next) => {
    if (koa.path === '/auth') test.asked.push(new URLSearchParams(koa.querystring));
    if (!koa.path.startsWith('/interaction/')) return next();
    koa.respond = false;
    await provider.interactionFinished(koa.req, koa.res, { login: { accountId: test.person.sub } });
  });
  provider.use(async (koa, next) => {
    await next();
    const given = koa.body as { id_token?: string } | undefined;
    if (test.forge && koa.path === '/token' && given?.id_token)
      koa.body = {
        ...given,
        id_token: test.forge(
          JSON.parse(
            Buffer.from(given.id_token.split('.')[1] ?? '', 'base64url').toString(),
          ) as Record<string, unknown>,
        ),
      };
  });
  const handle = provider.callback();
  server.on('request', (req, res) => {
    void handle(req, res);
  });
  return test;
}
