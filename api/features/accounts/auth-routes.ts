import { z } from 'zod';
import {
  ForgotBody,
  LoginBody,
  LogoutBody,
  normaliseEmail,
  ResetBody,
  Sent,
  SignedIn,
  SignedUp,
  SignInOptions,
  SignupBody,
  VerifyBody,
} from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import { LoginAnswer, VerifyAnswer } from '#core/contract/second-factor.ts';
import type { Settings } from '#config/settings.ts';
import { personRoute, publicRoute, readerRoute, type Route } from '../../http/route.ts';
import type { Accounts } from './accounts.ts';
import { assertOwnOrigin, bearerToken } from './authenticate.ts';
import type { CookieJar } from './cookies.ts';
import type { SessionIssuer } from './session-issuer.ts';
import type { SecondSteps } from './second-steps.ts';
import { agentOf, type SignIn } from './sign-in.ts';
import type { SignUps } from './sign-ups.ts';

export interface AuthRoutePorts {
  accounts: Accounts;
  signIn: SignIn;
  signUps: SignUps;
  steps: SecondSteps;
  entry: SessionIssuer;
  jar: CookieJar;
  publicUrl: string;
  settings: Pick<Settings, 'accounts' | 'signup'>;
  /** sign-in methods besides the password */
  offers: Pick<z.output<typeof SignInOptions>, 'passkeys' | 'oidc'>;
  /** origins of Gloss's own pages */
  origins: ReadonlySet<string>;
}

/** Signing in and out with a password, signing up, and links from the terminal. */
export function authRoutes(ports: AuthRoutePorts): Route[] {
  return [
    ...linkRoutes(ports),
    optionsRoute(ports),
    ...signUpRoutes(ports),
    loginRoute(ports),
    ...sessionRoutes(ports),
    ...passwordRoutes(ports),
  ];
}

/** One-time sign-in links, which the terminal prints. */
function linkRoutes({ accounts, jar, publicUrl }: AuthRoutePorts): Route[] {
  return [
    publicRoute({
      method: 'get',
      path: 'auth/link',
      summary: 'Signs the owner in with a printed one-time link, then redirects to the workspace',
      query: z.object({ code: z.string().max(200) }),
      response: 'redirect',
      async handle({ query, koa }) {
        // If a link is opened twice, for example by a browser that prefetches, the signed-in owner
        // is redirected home.
        const known = jar.read('session', koa.req.headers.cookie);
        if (!known || !(await accounts.caller(known))) {
          try {
            const { token, expiresAt, userId } = await accounts.redeemLink(query.code);
            koa.state['signedIn'] = userId;
            jar.set(koa, 'session', token, expiresAt);
          } catch (error) {
            if (!(error instanceof Fault) || error.code !== 'not_signed_in') throw error;
            koa.state['refused'] = error.code;
            koa.redirect('/login?link=used');
            return;
          }
        }
        koa.set('Referrer-Policy', 'no-referrer');
        koa.redirect('/');
      },
    }),
    personRoute({
      method: 'post',
      path: 'auth/link',
      summary: 'Creates a one-time sign-in link, to open a browser from the terminal',
      response: z.object({ url: z.string() }),
      status: 201,
      async handle({ user }) {
        return { url: `${publicUrl}/api/auth/link?code=${await accounts.newLink(user._id)}` };
      },
    }),
  ];
}

const optionsRoute = ({ settings, offers }: AuthRoutePorts): Route =>
  publicRoute({
    method: 'get',
    path: 'auth/options',
    summary: 'The sign-in options of this server',
    response: SignInOptions,
    async handle() {
      return {
        accounts: settings.accounts,
        signup: settings.accounts === 'accounts' ? settings.signup : 'closed',
        ...offers,
      };
    },
  });

/** Sign-up, and the email that confirms an address. */
function signUpRoutes(ports: AuthRoutePorts): Route[] {
  const {
    signUps,
    entry: { guarded },
    jar,
    settings,
  } = ports;
  return [
    publicRoute({
      method: 'post',
      path: 'auth/signup',
      summary: 'Creates an account and sends a confirmation email',
      body: SignupBody,
      response: SignedUp,
      status: 201,
      handle: ({ koa, body }) =>
        guarded(
          koa,
          'auth/signup',
          body.email,
          async () => {
            if (settings.signup === 'closed') throw new Fault('signup_closed');
            const { user, browserToken, browserTokenExpiresAt } = await signUps.add(body);
            jar.set(koa, 'signup', browserToken, browserTokenExpiresAt);
            return { user };
          },
          { counts: true },
        ),
    }),
    verifyRoute(ports),
    personRoute({
      method: 'post',
      path: 'auth/resend',
      summary: 'Sends a new confirmation email; the earlier link stops working',
      response: Sent,
      beforeFactor: true,
      handle: ({ koa, user }) =>
        guarded(
          koa,
          'auth/resend',
          user._id,
          async () => {
            await signUps.resend(user._id);
            return { sent: true };
          },
          { counts: true },
        ),
    }),
  ];
}

/**
 * Everyone with the link can confirm an address. Only the browser that chose the password is signed
 * in by it, because someone else may have sent or requested the link to get a person into their
 * account.
 */
const verifyRoute = ({
  signUps,
  signIn,
  steps,
  entry: { guarded, entered },
  jar,
}: AuthRoutePorts): Route =>
  publicRoute({
    method: 'post',
    path: 'auth/verify',
    summary:
      'Confirms an email address with the token from the email, once; also signs in the browser that signed up within the last hour, or asks it for a `second_step`',
    body: VerifyBody,
    response: VerifyAnswer,
    handle: ({ koa, body }) =>
      guarded(koa, 'auth/verify', undefined, async () => {
        const browserToken = jar.read('signup', koa.req.headers.cookie);
        const { user, row, isSameBrowser } = await signUps.verify(body.token, browserToken);
        if (!isSameBrowser) return { user };
        jar.clear(koa, 'signup');
        const step = await steps.after(row);
        if (step) return { user, second_step: step };
        const { id, epoch } = row;
        return entered(
          koa,
          await signIn.begin(id, { way: 'password', agent: agentOf(koa), epoch }),
        );
      }),
  });

const loginRoute = ({ signIn, steps, entry: { guarded, entered } }: AuthRoutePorts): Route =>
  publicRoute({
    method: 'post',
    path: 'auth/login',
    summary:
      'Signs in with email and password: an access token for 15 minutes, and the cookies; or `second_step` if two-factor authentication is on',
    body: LoginBody,
    response: LoginAnswer,
    handle: ({ koa, body }) =>
      guarded(koa, 'auth/login', normaliseEmail(body.email) ?? body.email, async () => {
        const known = await signIn.known(body.email, body.password);
        const step = await steps.after(known);
        if (!step)
          return entered(
            koa,
            await signIn.begin(known.id, {
              way: 'password',
              agent: agentOf(koa),
              epoch: known.epoch,
            }),
          );
        // Records the refusal here, because there is no signed-in person yet.
        koa.state['refused'] = 'second_step';
        return { second_step: step };
      }),
  });

/** The session of a browser: extended with its refresh cookie, ended by signing out. */
function sessionRoutes({
  accounts,
  signIn,
  entry: { assertAccounts, signedIn },
  jar,
  origins,
}: AuthRoutePorts): Route[] {
  return [
    publicRoute({
      method: 'post',
      path: 'auth/refresh',
      summary: 'Creates an access token from the refresh cookie, and replaces the cookie',
      response: SignedIn,
      async handle({ koa }) {
        assertAccounts();
        assertOwnOrigin(koa, origins, true);
        const token = jar.read('refresh', koa.req.headers.cookie);
        if (!token) throw new Fault('not_signed_in', { message: 'Sign in first.' });
        try {
          return signedIn(
            koa,
            await signIn.refresh(token, (userId) => {
              koa.state['reused'] = koa.state['signedIn'] = userId;
            }),
          );
        } catch (error) {
          if (error instanceof Fault && error.code === 'not_signed_in') jar.clear(koa);
          throw error;
        }
      },
    }),
    readerRoute({
      method: 'post',
      path: 'auth/logout',
      summary:
        'Ends this session; with `everywhere`, ends all sessions and deletes personal tokens except `keepTokens`',
      body: LogoutBody,
      response: z.object({ ended: z.boolean() }),
      beforeFactor: true,
      async handle({ koa, user, body, credential }) {
        const bearer = bearerToken(koa);
        if (bearer === undefined) assertOwnOrigin(koa, origins, true);
        // An expired session can still be signed out; personal tokens are revoked in their list.
        const token =
          bearer === undefined
            ? (jar.read('session', koa.req.headers.cookie) ??
              jar.read('refresh', koa.req.headers.cookie))
            : credential?.loginId === undefined
              ? undefined
              : bearer;
        if (user && token && body.everywhere)
          await signIn.signOutEverywhere(user._id, body.keepTokens);
        else if (token) await accounts.endSession(token);
        jar.clear(koa);
        // The page deletes its own storage: only the page can ask about unsent changes.
        koa.set('Clear-Site-Data', '"cache"');
        return { ended: token !== undefined };
      },
    }),
  ];
}

/** A new password, by a link in an email. */
function passwordRoutes({ signIn, entry: { guarded } }: AuthRoutePorts): Route[] {
  return [
    publicRoute({
      method: 'post',
      path: 'auth/forgot',
      summary: 'Sends a link to set a new password, if the account exists',
      body: ForgotBody,
      response: Sent,
      handle: ({ koa, body }) =>
        guarded(
          koa,
          'auth/forgot',
          body.email,
          async () => {
            signIn.forgot(body.email);
            return { sent: true };
          },
          { counts: true },
        ),
    }),
    publicRoute({
      method: 'post',
      path: 'auth/reset',
      summary:
        'Sets a new password with the token from the email, once; ends all sessions, deletes all personal tokens and, with `removeOtherWays`, passkeys and linked sign-ins',
      body: ResetBody,
      response: SignedUp,
      handle: ({ koa, body }) =>
        guarded(koa, 'auth/reset', undefined, async () => ({
          user: await signIn.reset(body.token, body.password, body.removeOtherWays),
        })),
    }),
  ];
}
