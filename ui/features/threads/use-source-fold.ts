import { useCallback, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { useIsShort } from '#ui/kit/media-queries.ts';
import { createStoredItem } from '#ui/storage/stored-item.ts';

const foldedItem = createStoredItem('gloss-sources-folded', z.boolean(), { fallback: true });

export interface SourceFold {
  /** The window is so short that the tabs of the sources are in the title bar. */
  isShort: boolean;
  /** The sources are tabs of one line instead of cards. */
  isFolded: boolean;
  setFolded: (isFolded: boolean) => void;
}

/** Remembered per device. A short window starts collapsed regardless. */
export function useSourceFold(): SourceFold {
  const isShort = useIsShort();
  const isRemembered = useSyncExternalStore(foldedItem.subscribe, foldedItem.read);
  const [isOpenInShort, setOpenInShort] = useState(false);
  const setFolded = useCallback(
    (isFolded: boolean) => {
      if (isShort) setOpenInShort(!isFolded);
      else foldedItem.write(isFolded);
    },
    [isShort],
  );
  return { isShort, isFolded: isShort ? !isOpenInShort : isRemembered, setFolded };
}
