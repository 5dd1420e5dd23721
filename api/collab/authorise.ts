/** Decides who may open which document, when they connect and whenever access changes. */
import type { Connection, Extension, onAuthenticatePayload } from '@hocuspocus/server';
import { z } from 'zod';
import { ThreadId } from '#core/contract/id.ts';
import { NOTES_CLOSE_CODES } from '#core/contract/notes-close-codes.ts';
import { schemaVersion } from '#core/editor/schema-version.ts';
import { Refusal } from './refusal.ts';
import type { Admission, CollabContext } from './socket.ts';

/**
 * What a client sends as its token, as JSON text. An empty `accessToken` leaves it to the cookie.
 */
export const CollabToken = z.object({
  accessToken: z.string().max(8192),
  threadId: ThreadId,
  threadSlug: z.string().max(300),
  environment: z.string().max(40),
  /** the schema version of the client; a client without one is not checked */
  schema: z.string().max(40).optional(),
});
export type CollabToken = z.infer<typeof CollabToken>;

export interface Credentials {
  token: CollabToken;
  /** the upgrade's `Cookie` header */
  cookie: string | undefined;
}
/**
 * Returns undefined without read access. `again` is set for a connection that was admitted earlier,
 * whose token may have expired since.
 */
export type Authorise = (
  credentials: Credentials,
  threadId: ThreadId,
  again: boolean,
) => Promise<Admission | undefined>;

/** Sent after a refusal to a socket that was admitted to no document. */
const FORBIDDEN = NOTES_CLOSE_CODES.forbidden;

export const documentName = (threadId: ThreadId): string => `thread:${threadId}`;
export function threadOf(name: string): ThreadId | undefined {
  const parsed = ThreadId.safeParse(name.startsWith('thread:') ? name.slice('thread:'.length) : '');
  return parsed.success && documentName(parsed.data) === name ? parsed.data : undefined;
}

/** The sync message with which a client sends its state. */
const SYNC_STEP_2 = 1;

const readToken = (text: string): CollabToken | undefined => {
  try {
    const parsed = CollabToken.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
};

const isReader = ({ admission, stale, isRefused }: CollabContext): boolean =>
  stale === true || isRefused === true || admission?.access !== 'write';

export function authorisation(authorise: Authorise): Extension<CollabContext> {
  const refuse = (context: CollabContext): never => {
    const { socket } = context;
    setImmediate(() => {
      if (socket?.admitted.size === 0) socket.close(FORBIDDEN, 'Forbidden');
    });
    throw new Refusal('permission-denied');
  };
  return {
    extensionName: 'authorise',
    priority: 1000,
    async onAuthenticate({
      token: text,
      documentName: name,
      connectionConfig,
      context,
    }: onAuthenticatePayload<CollabContext>): Promise<void> {
      context.socket?.signsIn();
      const threadId = threadOf(name);
      const token = readToken(text);
      if (!threadId || token?.threadId !== threadId) return refuse(context);
      const ask = (again = true) =>
        authorise({ token, cookie: context.socket?.cookie }, threadId, again);
      const admission = await ask(false);
      if (!admission) return refuse(context);
      const stale = token.schema !== undefined && token.schema !== schemaVersion();
      connectionConfig.readOnly = stale || admission.access !== 'write';
      if (context.socket) {
        context.socket.admitted.add(name);
        context.socket.writes = !connectionConfig.readOnly;
      }
      // Mutates the object that later hooks receive.
      Object.assign(context, { threadId, admission, ask, stale });
    },
    async connected({ connection, context }) {
      if (context.stale) connection.sendStateless('stale');
    },
    // Checked for each message, because access can change while a connection is open.
    async beforeSync({ connection, type }) {
      const { context } = connection;
      connection.readOnly = isReader(context);
      // Edits that an old build made before it learned that it is outdated are accepted once.
      if (context.stale !== true || type !== SYNC_STEP_2 || context.hasBrought || context.isRefused)
        return;
      context.hasBrought = true;
      connection.readOnly = context.admission?.access !== 'write';
    },
  };
}

/** Checks an open connection again: it stays, becomes read-only, or is closed. */
export async function askAgain(connection: Connection<CollabContext>): Promise<void> {
  const { context } = connection;
  const admission = await context.ask?.();
  if (admission) {
    context.admission = admission;
    connection.readOnly = isReader(context);
    if (context.socket) context.socket.writes = !connection.readOnly;
    return;
  }
  connection.close({ code: FORBIDDEN, reason: 'Forbidden' });
  context.socket?.admitted.delete(connection.document.name);
  if (context.socket?.admitted.size === 0) context.socket.close(FORBIDDEN, 'Forbidden');
}
