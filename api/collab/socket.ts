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
  /** the upgrade's, already checked for its origin */
  cookie: string | undefined;
  /** of an IPv6 network, the /64 */
  address: string;
  /** documents it was admitted to */
  admitted: Set<string>;
  /** whether the signed-in person may write */
  writes: boolean;
  /** Its sign-in has come and is being checked. */
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
  /** it knows other blocks than this server: it reads, until its page is loaded again */
  stale?: boolean;
  /** it sent a change that notes may not hold: nothing of it is heard any more */
  isRefused?: boolean;
  /** it has sent what it had when it came */
  hasBrought?: boolean;
  /** asks again whether this connection may be here */
  ask?: () => Promise<Admission | undefined>;
}

export const userKey = ({ admission, socket }: CollabContext): string =>
  admission?.user?._id ?? `address:${socket?.address ?? ''}`;
