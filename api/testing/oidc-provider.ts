/** A real OpenID provider on loopback, where whoever `person` says is signed in without being asked. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type AccountClaims } from 'oidc-provider';

export interface TestProvider { issuer: string; person: AccountClaims; /** what it was asked to authorise, newest last */ asked: URLSearchParams[]; close(): Promise<void> }
export const CLIENT = { id: 'gloss', secret: 'a secret between the two of them' };

export async function openProvider(callback: string): Promise<TestProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const test: TestProvider = {
    issuer, person: { sub: 'nobody' }, asked: [],
    close: () => new Promise((resolve) => { server.close(() => resolve()); server.closeAllConnections(); }),
  };
  const provider: Provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [callback], grant_types: ['authorization_code'], response_types: ['code'] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] }, scopes: ['openid', 'email', 'profile'],
    pkce: { required: () => true }, features: { devInteractions: { enabled: false } }, cookies: { keys: ['of the test'] }, ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
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
  const handle = provider.callback();
  server.on('request', (req, res) => { void handle(req, res); });
  return test;
}
