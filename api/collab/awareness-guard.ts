import type { Extension } from '@hocuspocus/server';
import type { CollabContext } from './socket.ts';

const COLORS = ['#b4552d', '#3f7d58', '#5a5fc0', '#a23b72', '#8a6d1b', '#2f7f93'];
/** A caret consists of two positions of about 150 characters. */
const MAX_STATE_CHARS = 1024;
/** Client ids of one connection. A page has one; Yjs takes another if two pages have the same. */
const MAX_CLIENTS = 2;
/** By then no pending message names a client that has left. */
const FORGET_MS = 1000;
const ANYBODY = { _id: '', name: 'Reader' };

const colorOf = (id: string): string =>
  COLORS[
    [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % COLORS.length
  ] ?? '#b4552d';

/**
 * Hocuspocus decodes a message into a temporary awareness, whose own empty state comes first and
 * belongs to no client.
 */
function dropScratch(states: Map<number, Record<string, unknown>>): void {
  const [first] = states;
  if (first && Object.keys(first[1]).length === 0) states.delete(first[0]);
}

/**
 * The server sets the owner of a cursor, so that nobody can use another person's name. A connection
 * may only send states of its own few clients, and small ones: a document with 100 connections has
 * at most 200 kB of them.
 */
export function awarenessGuard(): Extension<CollabContext> {
  const owners = new Map<string, Map<number, string>>();
  const clientsOf = (owned: Map<number, string>, socketId: string): number[] =>
    [...owned].filter(([, owner]) => owner === socketId).map(([client]) => client);
  return {
    extensionName: 'awareness-guard',
    async beforeHandleAwareness({ states, context, documentName, socketId }) {
      const owned = owners.get(documentName) ?? new Map<number, string>();
      owners.set(documentName, owned);
      const user = context?.admission?.user ?? ANYBODY;
      dropScratch(states);
      for (const [client, { cursor }] of states) {
        const owner = owned.get(client);
        const isOwn =
          owner === socketId ||
          (owner === undefined && clientsOf(owned, socketId).length < MAX_CLIENTS);
        if (!isOwn || JSON.stringify(cursor ?? null).length > MAX_STATE_CHARS) {
          states.delete(client);
          continue;
        }
        owned.set(client, socketId);
        const state = { user: { _id: user._id, name: user.name, color: colorOf(user._id) } };
        states.set(client, cursor === undefined ? state : { cursor, ...state });
      }
    },
    async onDisconnect({ document, documentName, socketId }) {
      const owned = owners.get(documentName);
      if (!owned) return;
      const closedClients = clientsOf(owned, socketId);
      for (const client of closedClients) owned.delete(client);
      if (owned.size === 0) owners.delete(documentName);
      const { awareness } = document;
      setTimeout(() => {
        for (const client of closedClients)
          if (!awareness.states.has(client)) awareness.meta.delete(client);
      }, FORGET_MS).unref();
    },
  };
}
