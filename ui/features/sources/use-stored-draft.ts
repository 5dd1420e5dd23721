import { useEffect } from 'react';
import { z } from 'zod';
import { createStoredText } from '#ui/storage/stored-item.ts';

const storedDraft = (threadId: string) =>
  createStoredText(`gloss-add:${threadId}`, z.string(), { area: 'session', fallback: '' });

/** The text that was typed into the add-source dialog before the page was reloaded. */
export const readStoredDraft = (threadId: string): string => storedDraft(threadId).read();

/** Stores the text of the add-source dialog in this tab; `undefined` leaves what is stored. */
export function useStoredDraft(threadId: string, text: string | undefined): void {
  useEffect(() => {
    if (text === '') storedDraft(threadId).remove();
    else if (text !== undefined) storedDraft(threadId).write(text);
  }, [text, threadId]);
}
