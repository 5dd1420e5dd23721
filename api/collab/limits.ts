/**
 * Limits how many people may open a document, and the windows per person. Readers never take the
 * seats of editors.
 */
import type { Extension, onAuthenticatePayload } from '@hocuspocus/server';
import { NOTES_CLOSE_CODES } from '#core/contract/notes-close-codes.ts';
import { Refusal } from './refusal.ts';
import { type CollabContext, type Socket, userKey } from './socket.ts';

export interface CollabLimits {
  clientsPerDocument: number;
  /** of `clientsPerDocument`; the rest is for the owner and editors */
  readersPerDocument: number;
  /** connections to one document per signed-in person */
  sessionsPerUser: number;
  /** connections per signed-in person, or per address without a sign-in */
  socketsPerUser: number;
}

export const COLLAB_LIMITS: CollabLimits = {
  clientsPerDocument: 100,
  readersPerDocument: 80,
  sessionsPerUser: 10,
  socketsPerUser: 20,
};

interface Seat {
  socket: Socket;
  user: string;
  isSignedIn: boolean;
}

export function limits({
  clientsPerDocument,
  readersPerDocument,
  sessionsPerUser,
  socketsPerUser,
}: CollabLimits): Extension<CollabContext> {
  const socketsOf = new Map<string, Set<Socket>>();
  /** by document, in order of arrival */
  const seatsOf = new Map<string, Map<Socket, Seat>>();

  /**
   * Chooses the connection to close when an editor arrives and the document is full: the latest
   * viewer's, else one of the person with the most windows.
   */
  const leaves = (seats: readonly Seat[], user: string): Seat | undefined => {
    const reader = seats.findLast(({ socket }) => !socket.writes);
    if (reader) return reader;
    const windows = Map.groupBy(seats, (seat) => seat.user);
    const most = [...windows.values()].reduce(
      (one, other) => (other.length > one.length ? other : one),
      [],
    );
    return !windows.has(user) && most.length > 1 ? most[0] : undefined;
  };

  /**
   * Returns false if the document is full. Otherwise, another connection may be closed to make
   * room.
   */
  const sit = (document: string, seat: Seat): boolean => {
    const seats = seatsOf.get(document) ?? new Map<Socket, Seat>();
    const others = [...seats.values()].filter(({ socket }) => socket !== seat.socket);
    if (
      seat.isSignedIn &&
      others.filter(({ user }) => user === seat.user).length >= sessionsPerUser
    )
      return false;
    if (
      !seat.socket.writes &&
      others.filter(({ socket }) => !socket.writes).length >= readersPerDocument
    )
      return false;
    if (others.length >= clientsPerDocument) {
      const leaving = seat.socket.writes ? leaves(others, seat.user) : undefined;
      if (!leaving) return false;
      seats.delete(leaving.socket);
      leaving.socket.close(NOTES_CLOSE_CODES.tryLater, 'Too many clients');
    }
    seats.set(seat.socket, seat);
    seatsOf.set(document, seats);
    return true;
  };

  const stand = (document: string, socket: Socket): void => {
    const seats = seatsOf.get(document);
    seats?.delete(socket);
    if (seats?.size === 0) seatsOf.delete(document);
  };

  return {
    extensionName: 'limits',
    priority: 900,
    async onAuthenticate({ context, documentName }: onAuthenticatePayload<CollabContext>) {
      const { socket } = context;
      if (!socket) return;
      const user = userKey(context);
      const mine = socketsOf.get(user) ?? new Set();
      const seat = { socket, user, isSignedIn: Boolean(context.admission?.user) };
      if ((!mine.has(socket) && mine.size >= socketsPerUser) || !sit(documentName, seat)) {
        socket.admitted.delete(documentName);
        setImmediate(() => {
          if (socket.admitted.size === 0)
            socket.close(NOTES_CLOSE_CODES.tryLater, 'Too many clients');
        });
        throw new Refusal('too-many-clients');
      }
      socket.isAdmitted();
      if (mine.has(socket)) return;
      mine.add(socket);
      socketsOf.set(user, mine);
      socket.onClose(() => {
        stand(documentName, socket);
        mine.delete(socket);
        if (mine.size === 0) socketsOf.delete(user);
      });
    },
  };
}
