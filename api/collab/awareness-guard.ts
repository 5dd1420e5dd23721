import type { Extension } from '@hocuspocus/server';
import type { CollabContext } from './socket.ts';

const COLORS = ['#b4552d', '#3f7d58', '#5a5fc0', '#a23b72', '#8a6d1b', '#2f7f93'];
const MAX_STATE_CHARS = 4096;
const ANYBODY = { _id: '', name: 'Reader' };

const colorOf = (id: string): string => COLORS[[...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % COLORS.length] ?? '#b4552d';

/** Nobody goes under another's name: who a cursor belongs to is the server's word, and a connection speaks for its own clients alone. */
export function awarenessGuard(): Extension<CollabContext> {
  const owners = new Map<string, Map<number, string>>();
  return {
    extensionName: 'awareness-guard',
    async beforeHandleAwareness({ states, context, documentName, socketId }) {
      const owned = owners.get(documentName) ?? new Map<number, string>();
      owners.set(documentName, owned);
      const user = context?.admission?.user ?? ANYBODY;
      for (const [client, state] of states) {
        const owner = owned.get(client);
        if ((owner !== undefined && owner !== socketId) || JSON.stringify(state).length > MAX_STATE_CHARS) {
          states.delete(client);
          continue;
        }
        owned.set(client, socketId);
        states.set(client, { ...('cursor' in state ? { cursor: state['cursor'] } : {}), user: { _id: user._id, name: user.name, color: colorOf(user._id) } });
      }
    },
    async onDisconnect({ documentName, socketId }) {
      const owned = owners.get(documentName);
      for (const [client, owner] of owned ?? []) if (owner === socketId) owned?.delete(client);
      if (owned?.size === 0) owners.delete(documentName);
    },
  };
}
