import type { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { NOTES_PING, NOTES_PONG } from '#core/contract/notes-ping.ts';

/** Time from the server's last message to the next ping. */
export const PING_AFTER_MS = 800;
/** How long the server may take to respond; twice the last response time if that is longer. */
export const MIN_ANSWER_MS = 1000;
const MAX_ANSWER_MS = 5000;
/**
 * A timer that is later than this means that the page was busy, and may not have read the response
 * yet.
 */
const MAX_LATE_MS = 200;

/**
 * Pings the server each second while the page is visible, because a network that drops everything
 * closes no connection. Calls `onSilence` with true when a response is overdue, and with false when
 * the server responds again. Returns a function that stops it.
 */
export function pingServer(
  socket: HocuspocusProviderWebsocket,
  provider: HocuspocusProvider,
  onSilence: (silent: boolean) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSilent = false;
  /** time of the first unanswered ping */
  let unansweredAt: number | undefined;
  let [sentAt, answerMs, unsent] = [0, MIN_ANSWER_MS, 0];
  const wait = (next: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(next, ms);
  };
  const bytesUnsent = () => socket.webSocket?.bufferedAmount ?? 0;
  const ping = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden' || !provider.isSynced) return;
    unsent = bytesUnsent();
    sentAt = performance.now();
    unansweredAt ??= sentAt;
    provider.sendStateless(NOTES_PING);
    wait(overdue, answerMs);
  };
  const overdue = () => {
    // A large change takes time on a slow network.
    const isSending = bytesUnsent() < unsent;
    const wasBusy = performance.now() - sentAt > answerMs + MAX_LATE_MS;
    if (!isSending && !wasBusy) tell(true);
    ping();
  };
  const tell = (silent: boolean) => {
    if (isSilent === silent) return;
    isSilent = silent;
    onSilence(silent);
  };
  const heard = () => {
    if (!provider.isSynced) return;
    tell(false);
    wait(ping, PING_AFTER_MS);
  };
  const measured = ({ payload }: { payload: string }) => {
    if (payload !== NOTES_PONG || unansweredAt === undefined) return;
    const took = performance.now() - unansweredAt;
    answerMs = Math.min(Math.max(2 * took, MIN_ANSWER_MS), MAX_ANSWER_MS);
    unansweredAt = undefined;
  };
  const closed = () => {
    clearTimeout(timer);
    unansweredAt = undefined;
    isSilent = false;
  };
  provider.on('synced', heard);
  provider.on('stateless', measured);
  socket.on('message', heard);
  socket.on('close', closed);
  document.addEventListener('visibilitychange', ping);
  return () => {
    clearTimeout(timer);
    provider.off('synced', heard);
    provider.off('stateless', measured);
    socket.off('message', heard);
    socket.off('close', closed);
    document.removeEventListener('visibilitychange', ping);
  };
}
