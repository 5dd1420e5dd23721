import { Fault } from '#core/contract/faults.ts';
import {
  authRoutes,
  mails,
  meRoutes,
  oidcRoutes,
  passkeyRoutes,
  secondFactorRoutes,
  userRoutes,
} from '../features/accounts/index.ts';
import { auditRoutes } from '../features/audit/index.ts';
import { memberRoutes } from '../features/threads/index.ts';
import type { Route } from '../http/route.ts';
import { authorise } from '../policy/index.ts';
import type { AccountParts } from './account-parts.ts';
import type { People } from './open-people.ts';
import type { SignInParts } from './open-sign-in.ts';

/** Routes of sign-in, accounts, the audit log and members of threads. */
export function accountRoutes(parts: AccountParts, people: People, signIn: SignInParts): Route[] {
  const { users, tokens, allowance, attempts, jar, audit, notices, remove } = people;
  const { signUps, factors } = signIn;
  const all = { ...parts, ...people, ...signIn };
  return [
    ...authRoutes(all),
    ...passkeyRoutes({
      ...all,
      onAdded: notices.passkeyAdded,
      onDeleted: notices.passkeyDeleted,
    }),
    ...secondFactorRoutes(all),
    ...oidcRoutes(all),
    ...meRoutes({
      users,
      signIn: signIn.signIn,
      tokens,
      allowance,
      attempts,
      jar,
      settings: parts.settings,
      capabilities: () => parts.capabilities(),
      remove,
      onToken: notices.tokenMade,
    }),
    ...auditRoutes({ audit, userCalled: (idOrEmail) => users.called(idOrEmail) }),
    ...userRoutes({
      users,
      signIn: signIn.signIn,
      factors,
      tokens,
      allowance,
      onToken: notices.tokenMade,
      async onAdded(user, transaction) {
        await signUps.shutOutOthers(user.email, user.id, transaction);
        await people.onConfirmed(user, transaction);
      },
    }),
    ...createMemberRoutes(parts, people),
  ];
}

function createMemberRoutes(
  { threads, publicUrl }: AccountParts,
  { members, mailer, isMany }: People,
): Route[] {
  return memberRoutes({
    threads,
    members,
    async mayInvite(user) {
      if (!isMany)
        throw new Fault('not_allowed', {
          message: 'This server has one owner. Share the thread by its link.',
        });
      authorise(
        { id: user._id, verified: user.is_verified_user },
        { action: 'assistant' },
        { unverified: 'Confirm your email first: open the link we sent you.' },
      );
    },
    onInvited: (by, thread, { email, role }) =>
      mailer.send(
        mails.invited(email, by.name, thread.title, role, `${publicUrl}/t/${thread.url}`),
      ),
  });
}
