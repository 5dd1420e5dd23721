import { z } from 'zod';
import { Member, MemberBody, Members as MemberList, type User } from '#core/contract/account.ts';
import { route, type Route } from '../../http/route.ts';
import type { Members } from './members.ts';
import type { Threads, ThreadName } from './threads.ts';

export interface MemberRoutePorts {
  threads: Threads;
  members: Members;
  /** Checks before an invitation: whether this server accepts other people, and the rate limit. */
  mayInvite(user: User): Promise<void>;
  /** Sends an email to them. */
  onInvited(by: User, thread: ThreadName, member: Member): void;
}
const OneThread = z.object({ id: z.string().max(200) });

export const memberRoutes = ({
  threads,
  members,
  mayInvite,
  onInvited,
}: MemberRoutePorts): Route[] => [
  route({
    method: 'get',
    path: 'threads/:id/members',
    summary: 'Members of a thread',
    params: OneThread,
    response: MemberList,
    async handle({ user, params }) {
      return { docs: await members.list((await threads.owned(user._id, params.id)).id) };
    },
  }),
  route({
    method: 'post',
    path: 'threads/:id/members',
    summary: 'Invites someone by email, or changes their role',
    params: OneThread,
    body: MemberBody,
    response: Member,
    status: 201,
    async handle({ user, params, body }) {
      const thread = await threads.owned(user._id, params.id);
      await mayInvite(user);
      const member = await members.invite(thread.id, body.email, body.role);
      onInvited(user, thread, member);
      return member;
    },
  }),
  route({
    method: 'delete',
    path: 'threads/:id/members/:userId',
    summary: 'Removes a member immediately; with your own id, you leave the thread',
    params: OneThread.extend({ userId: z.uuid() }),
    response: z.object({ _id: z.string() }),
    async handle({ user, params }) {
      const leaves = params.userId === user._id;
      const thread = await (leaves
        ? threads.visible(user._id, params.id)
        : threads.owned(user._id, params.id));
      await members.remove(thread.id, params.userId);
      return { _id: params.userId };
    },
  }),
];
