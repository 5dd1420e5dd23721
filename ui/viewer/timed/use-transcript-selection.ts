import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { TimedLocator } from '#core/contract/locator.ts';
import { spotOf, type SelectionSpot } from '../marks/selection-spot.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import { endAt, selectionLocator } from './transcript-selection.ts';

export interface SelectedWords {
  spot: SelectionSpot;
  locator: TimedLocator;
}

/** The range of the page's selection, if it is inside `container`. */
function selectedRangeIn(container: HTMLElement | null): Range | undefined {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  return container?.contains(range.commonAncestorContainer) === true ? range : undefined;
}

function selectedWords(index: TranscriptIndex, range: Range): SelectedWords | undefined {
  const from = endAt(range.startContainer);
  const to = endAt(range.endContainer);
  const text = document.getSelection()?.toString() ?? '';
  const locator = from && to && selectionLocator(index, from, to, text);
  const spot = spotOf(range);
  return locator && spot && { spot, locator };
}

/** The selected words of the transcript in `container`. */
export function useTranscriptSelection(
  index: TranscriptIndex,
  container: RefObject<HTMLElement | null>,
) {
  const [selected, setSelected] = useState<SelectedWords>();
  const isSelecting = useRef(false);
  useEffect(() => {
    const read = () => {
      const range = selectedRangeIn(container.current);
      isSelecting.current = range !== undefined;
      setSelected(range && selectedWords(index, range));
    };
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [index, container]);
  return {
    selected,
    /** Also true if the selection is no locator: the text must not scroll away under it. */
    isSelecting,
    /** Hides the bar above the selection, and keeps the selection. */
    hide: () => setSelected(undefined),
  };
}
