import { useEffect } from 'react';

const storageKey = (threadId: string) => `gloss-add:${threadId}`;

/** The text that was typed into the add-source dialog before the page was reloaded. */
export const readStoredDraft = (threadId: string): string =>
  sessionStorage.getItem(storageKey(threadId)) ?? '';

/** Stores the text of the add-source dialog in this tab; `undefined` leaves what is stored. */
export function useStoredDraft(threadId: string, text: string | undefined): void {
  useEffect(() => {
    if (text === '') sessionStorage.removeItem(storageKey(threadId));
    else if (text !== undefined) sessionStorage.setItem(storageKey(threadId), text);
  }, [text, threadId]);
}
