import type { Context } from 'koa';
import { z } from 'zod';
import { Me, type ModelChoice } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import { publicRoute, route, type Route } from '../../http/route.ts';
import type { Accounts } from './accounts.ts';
import { cookieToken, SESSION_COOKIE } from './authenticate.ts';

const setCookie = (koa: Context, token: string, expiresAt: Date | null, secure: boolean): void => {
  const until = expiresAt ? `; Expires=${expiresAt.toUTCString()}` : '';
  koa.set('Set-Cookie', `${SESSION_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${until}`);
};

export interface AccountRoutePorts { accounts: Accounts; secureCookies: boolean; publicUrl: string; /** where a plan is changed */ upgradeUrl: string | undefined; capabilities(): { models: ModelChoice[]; offline: boolean; embeddings: boolean; transcription: boolean } }

export const accountRoutes = ({ accounts, secureCookies, publicUrl, upgradeUrl, capabilities }: AccountRoutePorts): Route[] => [
  publicRoute({
    method: 'get', path: 'auth/link', summary: 'Signs the owner in by a printed one-time link, then leads to the workspace',
    query: z.object({ code: z.string().max(200) }), response: 'redirect',
    async handle({ query, koa }) {
      // Opened twice, as browsers that look ahead do, the link still leads the signed-in owner home.
      const known = cookieToken(koa.req.headers.cookie);
      if (!known || !(await accounts.byToken(known))) {
        try {
          const { token, expiresAt } = await accounts.redeemLink(query.code);
          setCookie(koa, token, expiresAt, secureCookies);
        } catch (error) {
          if (!(error instanceof Fault) || error.code !== 'not_signed_in') throw error;
          koa.redirect('/login?link=used');
          return;
        }
      }
      koa.set('Referrer-Policy', 'no-referrer');
      koa.redirect('/');
    },
  }),
  route({
    method: 'post', path: 'auth/link', summary: 'A new one-time sign-in link, for opening a browser from the terminal',
    response: z.object({ url: z.string() }), status: 201,
    async handle({ user }) { return { url: `${publicUrl}/api/auth/link?code=${await accounts.newLink(user._id)}` }; },
  }),
  route({
    method: 'post', path: 'auth/logout', summary: 'Ends this session',
    response: z.object({ ended: z.boolean() }),
    async handle({ koa }) {
      const token = cookieToken(koa.req.headers.cookie);
      if (token) await accounts.endSession(token);
      setCookie(koa, '', new Date(0), secureCookies);
      return { ended: token !== undefined };
    },
  }),
  route({
    method: 'get', path: 'me', summary: 'Who is signed in, what is left today, what this server can do',
    response: Me,
    async handle({ user }) {
      return { user, limits: { question_n_answers: null }, upgrade_url: upgradeUrl ?? null, features: { notes_generation: true }, capabilities: capabilities() };
    },
  }),
];
