import type { Context } from 'koa';
import { z } from 'zod';
import { OIDC_FAULTS } from '#core/contract/account.ts';
import { Fault, toFault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import type { Attempts } from '../../http/attempts.ts';
import { publicRoute, type Route } from '../../http/route.ts';
import { inMinutes } from './accounts.ts';
import type { CookieJar } from './cookies.ts';
import type { SessionIssuer } from './session-issuer.ts';
import type { OidcSignIn } from './oidc-sign-in.ts';
import { agentOf, type SignIn } from './sign-in.ts';

const AWAY_MINUTES = 10;
/**
 * A path in the workspace: it begins with a single slash, because browsers read two as another
 * host.
 */
const WorkspacePath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u)
  .catch('/');

export interface OidcRoutePorts {
  outside: OidcSignIn | undefined;
  signIn: SignIn;
  entry: SessionIssuer;
  attempts: Attempts;
  jar: CookieJar;
  log: Log;
}

export function oidcRoutes({
  outside,
  signIn,
  entry: { assertAccounts, entered },
  attempts,
  jar,
  log,
}: OidcRoutePorts): Route[] {
  const provider = (): OidcSignIn => {
    assertAccounts();
    if (!outside)
      throw new Fault('not_allowed', {
        message: 'Single sign-on is off. The operator can set GLOSS_OIDC_ISSUER.',
      });
    return outside;
  };
  const failed = (koa: Context, error: unknown): void => {
    const { code } = toFault(error);
    koa.state['refused'] = code;
    if (code === 'internal') log.error({ err: error }, 'a sign-in with the provider failed');
    koa.redirect(
      `/login?failed=${(OIDC_FAULTS as readonly string[]).includes(code) ? code : 'provider_failed'}`,
    );
  };
  return [
    publicRoute({
      method: 'get',
      path: 'auth/oidc',
      summary: 'Redirects to the single sign-on provider',
      query: z.object({ to: WorkspacePath.default('/') }),
      response: 'redirect',
      async handle({ koa, query }) {
        const from = provider();
        koa.set('Cache-Control', 'no-store');
        try {
          const { url, pending } = await from.authorize(query.to);
          jar.set(koa, 'outside', pending, inMinutes(AWAY_MINUTES));
          koa.redirect(url.href);
        } catch (error) {
          failed(koa, error);
        }
      },
    }),
    publicRoute({
      method: 'get',
      path: 'auth/oidc/callback',
      summary:
        'Return address of the single sign-on provider: signs in, then redirects to the workspace',
      response: 'redirect',
      async handle({ koa }) {
        const from = provider();
        koa.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
        try {
          const giveBack = await attempts.take(koa.req, 'auth/oidc');
          const { userId, to } = await from.complete(
            koa.querystring,
            jar.read('outside', koa.req.headers.cookie),
          );
          await giveBack();
          await entered(koa, await signIn.begin(userId, { way: 'outside', agent: agentOf(koa) }));
          koa.redirect(to);
        } catch (error) {
          failed(koa, error);
        }
        jar.clear(koa, 'outside');
      },
    }),
  ];
}
