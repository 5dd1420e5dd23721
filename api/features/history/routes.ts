import { z } from 'zod';
import {
  DiffAgainst,
  NewNotesVersion,
  NotesDiff,
  NotesVersion,
  NotesVersions,
  RestoredNotes,
} from '#core/contract/history.ts';
import { route, type Route } from '../../http/route.ts';
import type { Threads } from '../threads/index.ts';
import type { History } from './history.ts';

export interface HistoryRoutePorts {
  history: History;
  threads: Threads;
}
const OneThread = z.object({ id: z.string().max(200) });
const OneVersion = OneThread.extend({ version: z.uuid() });

/** Older versions contain deleted text, so only editors see them. */
export const historyRoutes = ({ history, threads }: HistoryRoutePorts): Route[] => [
  route({
    method: 'get',
    path: 'threads/:id/versions',
    summary: 'Versions of the notes, newest first',
    params: OneThread,
    response: NotesVersions,
    async handle({ user, params }) {
      return { docs: await history.list((await threads.writable(user._id, params.id)).id) };
    },
  }),
  route({
    method: 'post',
    path: 'threads/:id/versions',
    summary: 'Saves a named version of the notes',
    params: OneThread,
    body: NewNotesVersion,
    response: NotesVersion,
    status: 201,
    async handle({ user, params, body }) {
      return history.keep((await threads.writable(user._id, params.id)).id, body.name, user._id);
    },
  }),
  route({
    method: 'get',
    path: 'threads/:id/versions/:version',
    summary: 'Changes since a version, or in it',
    params: OneVersion,
    query: z.object({ against: DiffAgainst.default('now') }),
    response: NotesDiff,
    async handle({ user, params, query }) {
      return history.diff(
        (await threads.writable(user._id, params.id)).id,
        params.version,
        query.against,
      );
    },
  }),
  route({
    method: 'post',
    path: 'threads/:id/versions/:version/restore',
    summary: 'Restores a version as a new edit; the notes before it are saved as a version too',
    params: OneVersion,
    response: RestoredNotes,
    async handle({ user, params }) {
      return history.restore(
        (await threads.writable(user._id, params.id)).id,
        params.version,
        user._id,
      );
    },
  }),
];
