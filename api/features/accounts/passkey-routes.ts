import { z } from 'zod';
import { SignedIn, type User } from '#core/contract/account.ts';
import { ReauthBody } from '#core/contract/second-factor.ts';
import {
  NewPasskeyBody,
  Passkey,
  PasskeyBody,
  PasskeyPatch,
  PasskeyOptions,
  Passkeys as PasskeyList,
} from '#core/contract/passkey.ts';
import type { Attempts } from '../../http/attempts.ts';
import { personRoute, publicRoute, type Route } from '../../http/route.ts';
import { authorise, type Actor } from '../../policy/index.ts';
import type { SessionIssuer } from './session-issuer.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactors } from './second-factors.ts';
import { agentOf, type SignIn } from './sign-in.ts';

export interface PasskeyRoutePorts {
  passkeys: Passkeys;
  factors: SecondFactors;
  signIn: SignIn;
  entry: SessionIssuer;
  attempts: Attempts;
  /** Both send an email to the person. */
  onAdded(user: User, passkey: string, agent: string | null): void;
  onDeleted(user: User, passkey: string): void;
}
const assertKnown = (actor: Actor): void =>
  authorise(
    actor,
    { action: 'create credential' },
    { unverified: 'Confirm your email first: open the link we sent you.' },
  );
const OnePasskey = z.object({ id: z.uuid() });

/** Routes to sign in with a passkey and to manage one's passkeys. */
export function passkeyRoutes(ports: PasskeyRoutePorts): Route[] {
  return [...passkeySignInRoutes(ports), ...addPasskeyRoutes(ports), ...onePasskeyRoutes(ports)];
}

function passkeySignInRoutes({
  passkeys,
  signIn,
  entry: { assertAccounts, guarded, entered },
}: PasskeyRoutePorts): Route[] {
  return [
    publicRoute({
      method: 'post',
      path: 'auth/passkey/options',
      summary: 'Options for signing in with a passkey',
      response: PasskeyOptions,
      async handle({ koa }) {
        assertAccounts();
        koa.set('Cache-Control', 'no-store');
        return { options: await passkeys.questionToSignIn() };
      },
    }),
    publicRoute({
      method: 'post',
      path: 'auth/passkey',
      summary: 'Signs in with a passkey: an access token for 15 minutes, and the cookies',
      body: PasskeyBody,
      response: SignedIn,
      handle: ({ koa, body }) =>
        guarded(koa, 'auth/passkey', body.answer.id, async () =>
          entered(
            koa,
            await signIn.begin(await passkeys.check(body), { way: 'passkey', agent: agentOf(koa) }),
          ),
        ),
    }),
  ];
}

/** Lists and adds passkeys. */
function addPasskeyRoutes({
  passkeys,
  factors,
  signIn,
  entry: { assertAccounts },
  attempts,
  onAdded,
}: PasskeyRoutePorts): Route[] {
  return [
    personRoute({
      method: 'get',
      path: 'me/passkeys',
      summary: 'Your passkeys',
      response: PasskeyList,
      beforeFactor: true,
      async handle({ user }) {
        return { docs: await passkeys.list(user._id) };
      },
    }),
    personRoute({
      method: 'post',
      path: 'me/passkeys/options',
      summary: 'Options for creating a passkey; requires a recent sign-in or the password',
      body: ReauthBody,
      response: PasskeyOptions,
      beforeFactor: true,
      async handle({ koa, user, actor, credential, body }) {
        assertAccounts();
        assertKnown(actor);
        const giveBack = await attempts.take(koa.req, 'me', user._id);
        await signIn.assertSure(user._id, credential?.loginId, body.password);
        await giveBack();
        koa.set('Cache-Control', 'no-store');
        return { options: await passkeys.questionToAdd(user) };
      },
    }),
    personRoute({
      method: 'post',
      path: 'me/passkeys',
      summary: 'Adds a passkey that a browser created',
      body: NewPasskeyBody,
      response: Passkey,
      status: 201,
      beforeFactor: true,
      async handle({ koa, user, actor, credential, body }) {
        assertAccounts();
        assertKnown(actor);
        const passkey = await passkeys.add(user, body);
        await factors.passkeyAdded(user._id, credential?.loginId);
        onAdded(user, passkey.name, agentOf(koa));
        return passkey;
      },
    }),
  ];
}

function onePasskeyRoutes({ passkeys, signIn, attempts, onDeleted }: PasskeyRoutePorts): Route[] {
  return [
    personRoute({
      method: 'patch',
      path: 'me/passkeys/:id',
      summary: 'Renames a passkey',
      params: OnePasskey,
      body: PasskeyPatch,
      response: Passkey,
      handle: ({ user, params, body }) => passkeys.rename(user._id, params.id, body.name),
    }),
    personRoute({
      method: 'delete',
      path: 'me/passkeys/:id',
      summary: 'Deletes a passkey; requires a recent sign-in or the password',
      params: OnePasskey,
      body: ReauthBody,
      response: z.object({ _id: z.string() }),
      async handle({ user, credential, params, body, koa }) {
        const giveBack = await attempts.take(koa.req, 'me', user._id);
        await signIn.assertSure(user._id, credential?.loginId, body.password);
        await giveBack();
        onDeleted(user, await passkeys.remove(user._id, params.id));
        return { _id: params.id };
      },
    }),
  ];
}
