import type { Transaction } from 'sequelize';
import { z } from 'zod';
import {
  AccountPage,
  AccountPatch,
  Account,
  CreatedAccount,
  NewAccount,
  NewPersonalToken,
  PersonalTokenBody,
} from '#core/contract/account.ts';
import { boundedInteger } from '#core/contract/paging.ts';
import { operatorRoute, type Route } from '../../http/route.ts';
import { present } from './accounts.ts';
import type { UserRow } from './accounts.model.ts';
import type { Allowance } from './allowance.ts';
import type { NewToken } from './mails.ts';
import type { PersonalTokens } from './personal-tokens.ts';
import type { SecondFactors } from './second-factors.ts';
import { agentOf, type SignIn } from './sign-in.ts';
import type { Users } from './users.ts';

export interface UserRoutePorts {
  /** Runs in the transaction that adds an account, whose address counts as confirmed. */
  onAdded(user: UserRow, transaction: Transaction): Promise<void>;
  users: Users;
  signIn: SignIn;
  factors: SecondFactors;
  tokens: PersonalTokens;
  allowance: Allowance;
  /** Sends an email about a new personal token. */
  onToken(user: Pick<UserRow, 'email' | 'name'>, token: NewToken, agent: string | null): void;
}
const OneUser = z.object({ id: z.string().max(320) });

/** All accounts, for the operator. */
export function userRoutes(ports: UserRoutePorts): Route[] {
  return [...accountRoutes(ports), ...userAccessRoutes(ports)];
}

async function presentAccount(allowance: Allowance, row: UserRow): Promise<Account> {
  const user = present(row);
  return {
    ...user,
    createdAt: row.createdAt.toISOString(),
    questions_left: (await allowance.balance(user)).left,
  };
}

function accountRoutes({ users, signIn, allowance, onAdded }: UserRoutePorts): Route[] {
  return [
    operatorRoute({
      method: 'get',
      path: 'users',
      summary: 'Accounts, newest first',
      response: AccountPage,
      query: z.object({
        query: z.string().max(320).optional(),
        cursor: z.uuid().optional(),
        limit: boundedInteger(50, 100),
      }),
      async handle({ query }) {
        const { rows, next } = await users.list(query);
        return { docs: await Promise.all(rows.map((row) => presentAccount(allowance, row))), next };
      },
    }),
    operatorRoute({
      method: 'post',
      path: 'users',
      summary: 'Creates an account; returns a link to set its password',
      body: NewAccount,
      response: CreatedAccount,
      status: 201,
      async handle({ body }) {
        const row = await users.add(body, onAdded);
        return {
          user: await presentAccount(allowance, row),
          link: await signIn.invitation(row.id),
        };
      },
    }),
    operatorRoute({
      method: 'patch',
      path: 'users/:id',
      summary: 'Changes the plan of an account',
      params: OneUser,
      body: AccountPatch,
      response: Account,
      async handle({ params, body }) {
        return presentAccount(
          allowance,
          await users.setPlan(await users.called(params.id), body.plan),
        );
      },
    }),
  ];
}

/** A person's credentials: sessions, second factor and personal tokens. */
function userAccessRoutes({
  users,
  signIn,
  factors,
  tokens,
  allowance,
  onToken,
}: UserRoutePorts): Route[] {
  return [
    operatorRoute({
      method: 'post',
      path: 'users/:id/sign-out',
      summary: 'Ends all sessions of an account and deletes its tokens, unless `tokens` is false',
      params: OneUser,
      body: z.object({ tokens: z.boolean().default(true) }),
      response: Account,
      async handle({ params, body }) {
        const row = await users.called(params.id);
        const remainingTokens = body.tokens ? [] : await tokens.list(row.id);
        await signIn.signOutEverywhere(
          row.id,
          remainingTokens.map(({ _id }) => _id),
        );
        return presentAccount(allowance, row);
      },
    }),
    operatorRoute({
      method: 'delete',
      path: 'users/:id/second-factor',
      summary:
        'Resets two-factor authentication: removes the app, recovery codes and passkeys, and ends all sessions',
      params: OneUser,
      response: Account,
      async handle({ params }) {
        const row = await users.called(params.id);
        await factors.reset(present(row));
        return presentAccount(allowance, row);
      },
    }),
    operatorRoute({
      method: 'post',
      path: 'users/:id/tokens',
      summary: 'Creates a personal token for an account; shown only once',
      params: OneUser,
      body: PersonalTokenBody,
      response: NewPersonalToken,
      status: 201,
      async handle({ params, body, koa }) {
        koa.set('Cache-Control', 'no-store');
        const row = await users.called(params.id);
        const token = await tokens.make(row.id, body);
        onToken(row, token, agentOf(koa));
        return token;
      },
    }),
  ];
}
