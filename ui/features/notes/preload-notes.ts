/** Opens notes when a link to them is pressed, so that they are loaded when their page is. */
import { openNotes, type OpenNotes } from './open-notes.ts';

/** Closes preloaded notes that are not used. */
const LONGEST_WAIT_MS = 10_000;

let ahead: { threadId: string; notes: OpenNotes; end: ReturnType<typeof setTimeout> } | undefined;

function forget(): void {
  clearTimeout(ahead?.end);
  ahead = undefined;
}

/** `threadUrl`: the slug. One thread at a time. */
export function preloadNotes(threadId: string, threadUrl: string): void {
  if (ahead?.threadId === threadId) return;
  ahead?.notes.close();
  forget();
  const notes = openNotes(threadId, threadUrl);
  ahead = {
    threadId,
    notes,
    end: setTimeout(() => {
      notes.close();
      forget();
    }, LONGEST_WAIT_MS),
  };
}

/** For reading only. */
export const preloadedNotes = (threadId: string): OpenNotes | undefined =>
  ahead?.threadId === threadId ? ahead.notes : undefined;

/** The caller must close them. */
export function takePreloadedNotes(threadId: string, threadUrl: string): OpenNotes {
  const notes = preloadedNotes(threadId);
  if (!notes) return openNotes(threadId, threadUrl);
  forget();
  return notes;
}
