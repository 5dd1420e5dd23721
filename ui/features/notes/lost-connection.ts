/**
 * Ends connections that are lost without a close frame, so that the notes say offline and connect
 * again. A browser itself notices a cut network only when it closes the socket.
 */
import type { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';

/**
 * How long the server may be silent after a change was sent. It answers each change, and its
 * watchdog ends it when it is blocked for 5 seconds. Without edits, the library's own limit of 30
 * seconds without a message applies.
 */
export const MAX_SILENCE_MS = 15_000;
const LOST = 4408;

/**
 * Watches until the returned function is called. `network`: receives `offline` and `online` events,
 * like the window.
 */
export function endLostConnections(
  socket: HocuspocusProviderWebsocket,
  provider: HocuspocusProvider,
  network: EventTarget = window,
): () => void {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    // Simulates a closed socket, so that the library notifies the provider and reconnects.
    socket.webSocket?.dispatchEvent(new CloseEvent('close', { code: LOST }));
  };
  const connect = () => {
    if (socket.shouldConnect && socket.status !== 'connected') void socket.connect();
  };
  const expectAnswer = () => {
    if (silence !== undefined || !provider.isSynced || !provider.hasUnsyncedChanges) return;
    const unsent = socket.webSocket?.bufferedAmount ?? 0;
    silence = setTimeout(() => {
      silence = undefined;
      // A large change takes time on a slow network.
      if ((socket.webSocket?.bufferedAmount ?? 0) < unsent) expectAnswer();
      else end();
    }, MAX_SILENCE_MS);
  };
  const forget = () => {
    clearTimeout(silence);
    silence = undefined;
  };
  const answered = () => {
    forget();
    expectAnswer();
  };
  network.addEventListener('offline', end);
  network.addEventListener('online', connect);
  provider.on('unsyncedChanges', expectAnswer);
  socket.on('message', answered);
  socket.on('close', forget);
  return () => {
    forget();
    network.removeEventListener('offline', end);
    network.removeEventListener('online', connect);
    provider.off('unsyncedChanges', expectAnswer);
    socket.off('message', answered);
    socket.off('close', forget);
  };
}
