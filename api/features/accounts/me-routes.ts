import { z } from 'zod';
import {
  DeleteMeBody,
  EndSessionBody,
  Me,
  MePatch,
  NewPersonalToken,
  ActiveSessions,
  PersonalTokenBody,
  PersonalTokens as PersonalTokenList,
  type ModelChoice,
  type User,
} from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import type { Settings } from '#config/settings.ts';
import type { Attempts } from '../../http/attempts.ts';
import { personRoute, route, type Credential, type Route } from '../../http/route.ts';
import { authorise } from '../../policy/index.ts';
import { limitsOf, type Allowance } from './allowance.ts';
import type { CookieJar } from './cookies.ts';
import type { NewToken } from './mails.ts';
import type { PersonalTokens } from './personal-tokens.ts';
import { agentOf, type SignIn } from './sign-in.ts';
import type { Users } from './users.ts';

export interface MeRoutePorts {
  users: Users;
  signIn: SignIn;
  tokens: PersonalTokens;
  allowance: Allowance;
  attempts: Attempts;
  jar: CookieJar;
  settings: Pick<Settings, 'accounts' | 'upgradeUrl' | 'eventsFile'>;
  capabilities(): {
    models: ModelChoice[];
    offline: boolean;
    embeddings: boolean;
    transcription: boolean;
  };
  /** Deletes an account and all its data. */
  remove(user: UserId): Promise<void>;
  /** Sends an email about a new personal token. */
  onToken(user: Pick<User, 'email' | 'name'>, token: NewToken, agent: string | null): void;
}

/** One's own account, sessions and personal tokens. */
export function meRoutes(ports: MeRoutePorts): Route[] {
  return [...ownAccountRoutes(ports), ...ownSessionRoutes(ports), ...personalTokenRoutes(ports)];
}

async function presentMe(
  {
    users,
    allowance,
    settings,
    capabilities,
  }: Pick<MeRoutePorts, 'users' | 'allowance' | 'settings' | 'capabilities'>,
  user: User,
  credential: Credential | undefined,
): Promise<z.input<typeof Me>> {
  const zone = await users.timeZone(user._id);
  const { models, ...rest } = capabilities();
  const { models: planModels } = allowance.planOf(user);
  return {
    user,
    timezone: zone ?? 'UTC',
    timezone_set: zone !== null,
    accounts: settings.accounts,
    limits: limitsOf(await allowance.balance(user)),
    upgrade_url: settings.upgradeUrl ?? null,
    second_factor: { due: credential?.due === true },
    features: { notes_generation: true, events: settings.eventsFile !== undefined },
    capabilities: {
      ...rest,
      models: models.filter((model) => model.hidden || planModels.includes(model.id)),
    },
  };
}

function ownAccountRoutes(ports: MeRoutePorts): Route[] {
  const { users, signIn, attempts, jar, remove } = ports;
  return [
    route({
      method: 'get',
      path: 'me',
      summary: 'The signed-in user, their limits today and what this server can do',
      response: Me,
      beforeFactor: true,
      handle: ({ user, credential }) => presentMe(ports, user, credential),
    }),
    personRoute({
      method: 'patch',
      path: 'me',
      summary: 'Changes your name, password or time zone',
      body: MePatch,
      response: Me,
      async handle({ user, body, credential, koa }) {
        const { password, ...fields } = body;
        if (password) {
          const giveBack = await attempts.take(koa.req, 'me', user._id);
          await signIn.assertPassword(user._id, password.current);
          await giveBack();
          await signIn.changePassword(user, password.new, {
            loginId: credential?.loginId,
            tokens: password.keepTokens,
          });
        }
        return presentMe(ports, await users.change(user._id, fields), credential);
      },
    }),
    personRoute({
      method: 'delete',
      path: 'me',
      summary: 'Deletes your account with everything in it',
      body: DeleteMeBody,
      response: z.object({ deleted: z.literal(true) }),
      async handle({ user, actor, body, koa }) {
        if (actor.operator)
          throw new Fault('not_allowed', {
            message:
              "You can't delete the account that runs this server. Delete the data folder instead.",
          });
        const giveBack = await attempts.take(koa.req, 'me', user._id);
        await signIn.assertPassword(user._id, body.password);
        await giveBack();
        await remove(user._id);
        jar.clear(koa);
        return { deleted: true as const };
      },
    }),
  ];
}

function ownSessionRoutes({ signIn, attempts }: MeRoutePorts): Route[] {
  return [
    personRoute({
      method: 'get',
      path: 'me/sessions',
      summary: 'Your sessions',
      response: ActiveSessions,
      async handle({ user, credential }) {
        return { docs: await signIn.sessions(user._id, credential?.loginId) };
      },
    }),
    personRoute({
      method: 'delete',
      path: 'me/sessions/:id',
      summary: 'Ends one of your sessions; requires a recent sign-in or the password',
      params: z.object({ id: z.uuid() }),
      body: EndSessionBody,
      response: z.object({ _id: z.string() }),
      async handle({ user, credential, params, body, koa }) {
        const giveBack = await attempts.take(koa.req, 'me', user._id);
        await signIn.assertSure(user._id, credential?.loginId, body.password);
        await giveBack();
        await signIn.endSession(user._id, params.id);
        return { _id: params.id };
      },
    }),
  ];
}

function personalTokenRoutes({ signIn, tokens, attempts, onToken }: MeRoutePorts): Route[] {
  return [
    route({
      method: 'get',
      path: 'me/tokens',
      summary: 'Your personal tokens, without their secrets',
      response: PersonalTokenList,
      async handle({ user }) {
        return { docs: await tokens.list(user._id) };
      },
    }),
    personRoute({
      method: 'post',
      path: 'me/tokens',
      summary:
        'Creates a personal token, shown only once; requires a recent sign-in or the password',
      body: PersonalTokenBody,
      response: NewPersonalToken,
      status: 201,
      async handle({ user, actor, credential, body, koa }) {
        authorise(
          actor,
          { action: 'create credential' },
          { unverified: 'Confirm your email first: open the link we sent you.' },
        );
        // A personal token signs in without a second factor, so the password is required; an owner
        // who signed in with a printed link has none.
        if (credential?.loginId !== undefined) {
          const giveBack = await attempts.take(koa.req, 'me', user._id);
          await signIn.assertSure(user._id, credential.loginId, body.password);
          await giveBack();
        }
        koa.set('Cache-Control', 'no-store');
        const token = await tokens.make(user._id, body);
        onToken(user, token, agentOf(koa));
        return token;
      },
    }),
    personRoute({
      method: 'delete',
      path: 'me/tokens/:id',
      summary: 'Deletes a personal token',
      params: z.object({ id: z.uuid() }),
      response: z.object({ _id: z.string() }),
      async handle({ user, params }) {
        await tokens.end(user._id, params.id);
        return { _id: params.id };
      },
    }),
  ];
}
