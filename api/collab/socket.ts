import type { ThreadId } from '#core/contract/id.ts';

export interface CollabUser {
  _id: string;
  name: string;
}
/** `user` is null for a reader who is not signed in. */
export interface Admission {
  user: CollabUser | null;
  access: 'read' | 'write';
}

/** What a WebSocket carries for its documents. */
export interface Socket {
  /** of the upgrade request, with its origin checked */
  cookie: string | undefined;
  /** the /64 network for IPv6 */
  address: string;
  /** documents it was admitted to */
  admitted: Set<string>;
  /** whether the signed-in person may write */
  writes: boolean;
  /** Called when the sign-in has arrived and is being checked. */
  signsIn(): void;
  /** Marks the socket as signed in, which lifts the limits of unauthenticated sockets. */
  isAdmitted(): void;
  close(code: number, reason: string): void;
  onClose(fn: () => void): void;
}

/** Hocuspocus passes it to every hook; only `socket` is there before the connection is admitted. */
export interface CollabContext {
  socket?: Socket;
  threadId?: ThreadId;
  admission?: Admission;
  /**
   * its page has another schema of blocks than this server, so it is read-only until the page
   * reloads
   */
  stale?: boolean;
  /** it sent an invalid change, so further messages are ignored */
  isRefused?: boolean;
  /** it has sent the state that it had when it connected */
  hasBrought?: boolean;
  /** checks the access of this connection again */
  ask?: () => Promise<Admission | undefined>;
}

export const userKey = ({ admission, socket }: CollabContext): string =>
  admission?.user?._id ?? `address:${socket?.address ?? ''}`;
