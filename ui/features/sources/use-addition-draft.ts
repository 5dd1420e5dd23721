import { useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { Listed } from './addition-plan.ts';
import { readPasted } from './pasted.ts';
import { readStoredDraft } from './use-stored-draft.ts';

/**
 * The typed text and selection of the Add source dialog; `onType` is called with each change of the
 * text.
 */
export function useAdditionDraft(threadId: string, onType: () => void) {
  const [text, setText] = useState(() => readStoredDraft(threadId));
  const [picked, setPicked] = useState<readonly Source[]>([]);
  const [listed, setListed] = useState<ReadonlyMap<string, Listed>>(new Map());
  const { links, query, ignored } = readPasted(text);
  const type = (next: string) => {
    setText(next);
    onType();
  };
  return {
    text,
    setText,
    type,
    links,
    query,
    ignored,
    picked,
    setPicked,
    /** Selects a source of the library and clears the query that found it. */
    pick: (source: Source) => {
      setPicked((was) => [...was, source]);
      setText(links.join('\n'));
    },
    unpick: (source: Source) => setPicked((was) => was.filter((other) => other !== source)),
    dropLink: (link: string) => type([...links.filter((it) => it !== link), ...ignored].join('\n')),
    listed,
    /** Selects videos of a playlist; `undefined` for a playlist that is no longer open. */
    choose: (link: string, chosen: Listed | undefined) =>
      setListed((was) => {
        const next = new Map(was);
        if (chosen) next.set(link, chosen);
        else next.delete(link);
        return next;
      }),
  };
}
