import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { useMedia } from '#ui/kit/media-queries.ts';
import { useOffer } from '#ui/kit/palette.ts';
import { createStoredItem } from '#ui/storage/stored-item.ts';
import { openPanes } from './pane-commands.ts';
import { focusPane } from './skip-links.tsx';
import { stripBarTexts as texts } from './texts/workspace.ts';
import type { PaneLayout } from './use-pane-layout.ts';

const dockedItem = createStoredItem('gloss-sources-docked', z.boolean(), { fallback: false });
/** The panel, once its code is loaded. */
const PANEL = 'sources';
/** Room for the panel beside the source and the notes. */
const DOCKS = '(min-width: 1200px)';

export interface SourcesPanelState {
  isOpen: boolean;
  /** beside the panes; a sheet above them otherwise */
  isDocked: boolean;
  setOpen: (isOpen: boolean) => void;
  /** Closes a sheet, so that the source below it is seen. */
  leaveSheet: () => void;
  /** Receives the search field; focuses it where the panel was opened by its keys. */
  searchRef: (field: HTMLInputElement | null) => void;
}

/**
 * The panel of all sources. Whether it is docked is remembered per device. Its keys open it with the
 * focus in its search, go to the search from elsewhere, and close it from inside.
 */
export function useSourcesPanel({ isFocused, toggleFocus }: PaneLayout): SourcesPanelState {
  const isDocked = useMedia(DOCKS);
  const isRemembered = useSyncExternalStore(dockedItem.subscribe, dockedItem.read);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isOpen = isDocked ? isRemembered && !isFocused : isSheetOpen;
  const field = useRef<HTMLInputElement>(null);
  const isSearchAwaited = useRef(false);
  const opener = useRef<Element>(null);

  const searchRef = useCallback((input: HTMLInputElement | null) => {
    field.current = input;
    if (input && isSearchAwaited.current) input.focus();
    isSearchAwaited.current = false;
  }, []);
  const setOpen = (next: boolean) => {
    if (!isDocked) return setSheetOpen(next);
    if (next) opener.current = document.activeElement;
    else if (isInPanel(document.activeElement)) focusOpener(opener.current);
    if (next && isFocused) toggleFocus();
    dockedItem.write(next);
  };
  const toggle = () => {
    if (isOpen && isDocked && !isInPanel(document.activeElement)) {
      // Without sources there is no search.
      focusPane(field.current ?? document.getElementById(PANEL));
      field.current?.select();
      isSearchAwaited.current = !document.getElementById(PANEL);
      return;
    }
    isSearchAwaited.current = !isOpen;
    setOpen(!isOpen);
  };
  useEffect(() => {
    openPanes.toggleSources = toggle;
    return () => {
      openPanes.toggleSources = undefined;
    };
  });
  useOffer(texts.sources, toggleLater);
  return { isOpen, isDocked, setOpen, leaveSheet: () => setSheetOpen(false), searchRef };
}

const isInPanel = (element: Element | null): boolean => !!element?.closest(`#${PANEL}`);

function focusOpener(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
    opener.focus();
  else focusPane(document.getElementById('source'));
}

/** Once the palette is closed, which keeps the focus in itself. */
function toggleLater(): void {
  requestAnimationFrame(() => openPanes.toggleSources?.());
}
