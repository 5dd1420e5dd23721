import type { Agent } from 'undici';
import { pinnedLookup, type Gate } from './gate.ts';

export const CONNECT_TIMEOUT_MS = 10_000;

/** undici, loaded with the first request. */
export const loadUndici = () => import('undici');

/**
 * Checks and pins the address when the socket is opened, because an IP literal skips `lookup`; a
 * pooled socket keeps its checked address.
 */
const createPinnedAgent = (
  gate: Gate,
  { Agent, buildConnector }: Awaited<ReturnType<typeof loadUndici>>,
  connections: number,
): Agent =>
  new Agent({
    connect: (options, callback) => {
      gate
        .resolve(
          options.hostname,
          Number(options.port) || (options.protocol === 'https:' ? 443 : 80),
        )
        .then(
          (addresses) =>
            buildConnector({
              allowH2: false,
              timeout: CONNECT_TIMEOUT_MS,
              lookup: pinnedLookup(addresses),
              autoSelectFamily: addresses.length > 1,
            })(options, callback),
          (error: unknown) =>
            callback(error instanceof Error ? error : new Error(String(error)), null),
        );
    },
    keepAliveTimeout: 4_000,
    connections,
    maxHeaderSize: 64 * 1024,
  });

/**
 * A separate agent, created with the first request. `connections` to one origin at once, default 8;
 * further requests wait.
 */
export function lazyPinnedAgent(
  gate: Gate,
  { connections = 8 } = {},
): { agent(): Promise<Agent>; destroy(): Promise<void> } {
  let made: Promise<Agent> | undefined;
  return {
    agent: () =>
      (made ??= loadUndici().then((undici) => createPinnedAgent(gate, undici, connections))),
    destroy: async () => {
      await (await made)?.destroy();
    },
  };
}
