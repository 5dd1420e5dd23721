import { connect, type Socket } from 'node:net';
import { Fault } from '#core/contract/faults.ts';
import { pinnedLookup, type Gate } from './gate.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Returns a connected socket to one of the checked addresses. */
export async function connectPinned(gate: Gate, hostname: string, port: number): Promise<Socket> {
  const addresses = await gate.resolve(hostname, port);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: addresses.length > 1,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Fault('timed_out')));
  socket.once('connect', () => resolve(socket));
  socket.on('error', (cause) =>
    reject(
      cause instanceof Fault
        ? cause
        : new Fault('provider_failed', {
            message: "Couldn't reach the site. Try again in a moment.",
            cause,
          }),
    ),
  );
  return promise;
}
