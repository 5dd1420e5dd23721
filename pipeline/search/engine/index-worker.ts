/**
 * Worker thread that holds a connection to the index file, so that neither a scan nor a wait for a
 * lock blocks the server's event loop.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { FaultCode } from '#core/contract/faults.ts';
import type { FillingNotice, Reply, Request } from './worker-protocol.ts';
import { IndexStore } from './index-store.ts';

const { file, extension } = workerData as { file: string; extension: string };
let store: IndexStore | undefined;

function answer({ call, args }: Request): unknown {
  if (call === 'close') {
    store?.close();
    store = undefined;
    return undefined;
  }
  const isOpened = store === undefined;
  store ??= new IndexStore(file, extension);
  if (store.reopenIfReplaced() || isOpened) notifyIfFilling(store);
  const run = store[call] as (...args: unknown[]) => unknown;
  try {
    return run.apply(store, args);
  } catch (error) {
    if (!store.recoverFrom(error)) throw error;
    notifyIfFilling(store, error);
    return run.apply(store, args);
  }
}

function notifyIfFilling(opened: IndexStore, error?: unknown): void {
  if (!opened.isFilling()) return;
  const damage = error instanceof Error ? { damage: error.message } : {};
  parentPort?.postMessage({ filling: true, ...damage } satisfies FillingNotice);
}

const SQLITE_FULL = 13;
function faultOf(error: unknown): FaultCode {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL
    ? 'storage_full'
    : 'unavailable';
}

parentPort?.on('message', (request: Request) => {
  let reply: Reply;
  try {
    reply = { id: request.id, value: answer(request) };
  } catch (error) {
    reply = {
      id: request.id,
      fault: faultOf(error),
      cause: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
  parentPort?.postMessage(reply);
  if (request.call === 'close') parentPort?.close();
});
