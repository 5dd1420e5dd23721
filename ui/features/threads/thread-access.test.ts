import { expect, test } from 'vitest';
import type { Me } from '#core/contract/account.ts';
import type { Thread } from '#core/contract/thread.ts';
import { threadAccess } from './thread-access.ts';

const thread = (role?: Thread['role']) =>
  ({ user: 'ada', ...(role && { role }) }) as unknown as Thread;
const me = (id: string, isVerified = true) =>
  ({ user: { _id: id, is_verified_user: isVerified } }) as unknown as Me;

test.each([
  [
    'the owner',
    thread('owner'),
    me('ada'),
    true,
    { isOwner: true, writes: true, writesHere: true },
  ],
  ['the owner on a phone', thread('owner'), me('ada'), false, { writes: true, writesHere: false }],
  [
    'an editor',
    thread('editor'),
    me('bob'),
    true,
    { isOwner: false, writes: true, writesHere: true },
  ],
  [
    'a reader',
    thread('reader'),
    me('bob'),
    true,
    { isOwner: false, writes: false, writesHere: false },
  ],
  ['a stranger with the link', thread(), me('bob'), true, { isOwner: false, writes: false }],
  [
    'nobody',
    thread(),
    null,
    true,
    { myId: undefined, isOwner: false, isVerified: false, writes: false },
  ],
  ['somebody not known yet', thread(), undefined, true, { isOwner: false, writes: false }],
  [
    'nobody, of a thread without an owner',
    {} as unknown as Thread,
    null,
    true,
    { isOwner: false, writes: false },
  ],
  [
    'the owner before the email is confirmed',
    thread('owner'),
    me('ada', false),
    true,
    { isOwner: true, isVerified: false },
  ],
] as const)('%s', (_, of, viewer, isWide, access) =>
  expect(threadAccess(of, viewer, isWide)).toMatchObject(access),
);
