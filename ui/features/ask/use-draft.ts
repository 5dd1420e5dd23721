import { useState } from 'react';
import { z } from 'zod';
import { createStoredItem } from '#ui/storage/stored-item.ts';

const draftOf = (threadId: string) =>
  createStoredItem(`gloss-draft-${threadId}`, z.string(), { area: 'session', fallback: '' });

/** The question being typed in a thread, stored in this tab over reloads until it is sent. */
export function useDraft(threadId: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => ({ threadId, text: draftOf(threadId).read() }));
  const text = draft.threadId === threadId ? draft.text : draftOf(threadId).read();
  const change = (next: string) => {
    setDraft({ threadId, text: next });
    if (next === '') draftOf(threadId).remove();
    else draftOf(threadId).write(next);
  };
  return [text, change];
}
