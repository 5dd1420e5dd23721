/** Requests about what a person follows. */
import { z } from 'zod';
import { Follow, type FollowChange, type NewFollow } from '#core/contract/follow.ts';
import { FollowId } from '#core/contract/id.ts';
import { call } from './api.ts';

const pathOf = (id: FollowId) => `follows/${encodeURIComponent(id)}`;

export const followApi = {
  list: async (signal?: AbortSignal) =>
    (await call('follows', z.object({ docs: z.array(Follow) }), { signal })).docs,
  create: (body: Partial<NewFollow>) => call('follows', Follow, { method: 'POST', body }),
  change: (id: FollowId, body: FollowChange) => call(pathOf(id), Follow, { method: 'PATCH', body }),
  check: (id: FollowId) => call(`${pathOf(id)}/check`, Follow, { method: 'POST', body: {} }),
  remove: (id: FollowId) => call(pathOf(id), z.object({ _id: FollowId }), { method: 'DELETE' }),
};
