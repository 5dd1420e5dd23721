import type { Context } from 'koa';
import { z } from 'zod';
import { SignedIn } from '#core/contract/account.ts';
import {
  NewSecondFactor,
  RecoveryCodes,
  SecondFactor,
  SecondFactorBody,
  SecondStepBody,
  ReauthBody,
} from '#core/contract/second-factor.ts';
import type { Attempts } from '../../http/attempts.ts';
import { personRoute, publicRoute, type Call, type Route } from '../../http/route.ts';
import { authorise } from '../../policy/index.ts';
import type { SessionIssuer } from './session-issuer.ts';
import type { SecondFactors } from './second-factors.ts';
import type { PendingSecondStep, SecondSteps } from './second-steps.ts';
import { agentOf, type SignIn } from './sign-in.ts';

export interface SecondFactorRoutePorts {
  factors: SecondFactors;
  steps: SecondSteps;
  signIn: SignIn;
  entry: SessionIssuer;
  attempts: Attempts;
}

/** Second factor: signing in with a code, and managing codes. */
export function secondFactorRoutes(ports: SecondFactorRoutePorts): Route[] {
  return [...secondStepRoutes(ports), ...ownFactorRoutes(ports), recoveryCodesRoute(ports)];
}

/** Signing in after the password. */
function secondStepRoutes({
  factors,
  steps,
  signIn,
  entry: { guarded, entered },
  attempts,
}: SecondFactorRoutePorts): Route[] {
  /**
   * Attempts count per account and network, and per account only once the challenge is known to be
   * valid.
   */
  const second =
    (what: string, check: (begun: PendingSecondStep, code: string) => Promise<void>) =>
    ({ koa, body }: { koa: Context; body: z.output<typeof SecondStepBody> }) =>
      guarded(koa, what, steps.claimed(body.challenge), async () => {
        const begun = await steps.begun(body.challenge);
        koa.state['second'] = begun.user.email;
        const giveBack = await attempts.takeAnywhere('second step', begun.user._id);
        await check(begun, body.code);
        await begun.end();
        await giveBack();
        return entered(
          koa,
          await signIn.begin(begun.user._id, {
            way: 'second',
            agent: agentOf(koa),
            epoch: begun.epoch,
          }),
        );
      });
  return [
    publicRoute({
      method: 'post',
      path: 'auth/code',
      summary: 'Signs in with an authentication code, after the password',
      body: SecondStepBody,
      response: SignedIn,
      handle: second('auth/code', ({ user }, code) => factors.spendCode(user._id, code)),
    }),
    publicRoute({
      method: 'post',
      path: 'auth/recovery',
      summary: 'Signs in with a recovery code, after the password; each code works once',
      body: SecondStepBody,
      response: SignedIn,
      handle: second('auth/recovery', ({ user }, code) => factors.spendRecovery(user, code)),
    }),
  ];
}

/** Faults: those of `signIn.assertSure`, and `unverified` before the address is confirmed. */
async function assertSure(
  { signIn, entry, attempts }: Pick<SecondFactorRoutePorts, 'signIn' | 'entry' | 'attempts'>,
  { koa, user, actor, credential, body }: Call<undefined, undefined, typeof ReauthBody>,
): Promise<void> {
  entry.assertAccounts();
  authorise(
    actor,
    { action: 'create credential' },
    { unverified: 'Confirm your email first: open the link we sent you.' },
  );
  const giveBack = await attempts.take(koa.req, 'me', user._id);
  await signIn.assertSure(user._id, credential?.loginId, body.password);
  await giveBack();
  koa.set('Cache-Control', 'no-store');
}

/** Routes for the authenticator app of a person. */
function ownFactorRoutes(ports: SecondFactorRoutePorts): Route[] {
  const { factors, entry, attempts } = ports;
  return [
    personRoute({
      method: 'get',
      path: 'me/second-factor',
      summary: 'Status of your two-factor authentication',
      response: SecondFactor,
      beforeFactor: true,
      handle: ({ user }) => factors.state(user._id),
    }),
    personRoute({
      method: 'post',
      path: 'me/second-factor/options',
      summary: 'Creates a key for an authenticator app; requires a recent sign-in or the password',
      body: ReauthBody,
      response: NewSecondFactor,
      beforeFactor: true,
      async handle(call) {
        await assertSure(ports, call);
        return factors.question(call.user);
      },
    }),
    personRoute({
      method: 'post',
      path: 'me/second-factor',
      summary:
        'Turns on two-factor authentication with a code from the app; shows recovery codes once and ends all other sessions',
      body: SecondFactorBody,
      response: RecoveryCodes,
      status: 201,
      beforeFactor: true,
      async handle({ koa, user, actor, credential, body }) {
        entry.assertAccounts();
        authorise(actor, { action: 'create credential' });
        const giveBack = await attempts.take(koa.req, 'me/second-factor', user._id);
        const codes = await factors.enable(user, body.ticket, body.code, credential?.loginId);
        await giveBack();
        koa.set('Cache-Control', 'no-store');
        return { codes };
      },
    }),
    personRoute({
      method: 'delete',
      path: 'me/second-factor',
      summary:
        'Turns off two-factor authentication and ends all other sessions; requires a recent sign-in or the password',
      body: ReauthBody,
      response: z.object({ disabled: z.literal(true) }),
      async handle(call) {
        await assertSure(ports, call);
        await factors.disable(call.user, call.credential?.loginId);
        return { disabled: true as const };
      },
    }),
  ];
}

const recoveryCodesRoute = (ports: SecondFactorRoutePorts): Route =>
  personRoute({
    method: 'post',
    path: 'me/recovery-codes',
    summary:
      'Creates ten recovery codes, shown once; earlier codes stop working; requires a recent sign-in or the password',
    body: ReauthBody,
    response: RecoveryCodes,
    status: 201,
    async handle(call) {
      await assertSure(ports, call);
      return { codes: await ports.factors.newCodes(call.user) };
    },
  });
