import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { createStoredText } from '#ui/storage/stored-item.ts';
import { useShortcutActions } from '#ui/kit/palette.ts';
import { openPanes, type Pane, type PaneCommands } from './pane-commands.ts';
import { focusPane } from './skip-links.tsx';

/** `side`: the notes and the answers. */
const Half = z.enum(['source', 'side']);
type Half = z.infer<typeof Half>;
const hiddenItem = createStoredText('gloss-hidden-pane', Half, { fallback: undefined });

export interface PaneLayout extends PaneCommands {
  pane: Pane;
  /** Brings a pane to the front, even if it is hidden. */
  show: (pane: Pane) => void;
  /** the half that is hidden if there is room for both */
  hidden: Half | undefined;
  /** Focus mode: only one pane, without the sources and the question field. */
  isFocused: boolean;
}

const halfOf = (pane: Pane): Half => (pane === 'source' ? 'source' : 'side');
const otherHalf = (half: Half): Half => (half === 'source' ? 'side' : 'source');
const hide = (half: Half | undefined): void =>
  half ? hiddenItem.write(half) : hiddenItem.remove();

/** The half with the keyboard focus. */
const halfInUse = (): Half =>
  document.activeElement?.closest('#notes, #answers, [role="tabpanel"]') ? 'side' : 'source';

/**
 * Which panes of a thread are shown. A hidden half is remembered per device; focus mode lasts until
 * the thread is left.
 */
export function usePaneLayout(isWide: boolean): PaneLayout {
  const [pane, setPane] = useState<Pane>(isWide ? 'notes' : 'source');
  const stored = useSyncExternalStore(hiddenItem.subscribe, hiddenItem.read);
  const [focused, setFocused] = useState<Half>();
  const hidden = focused ? otherHalf(focused) : stored;
  const commands = useMemo(() => {
    const show = (next: Pane) => {
      if (hiddenItem.read() === halfOf(next)) hide(undefined);
      setFocused((half) => (half === halfOf(next) ? half : undefined));
      // With room for both halves, the source is next to what was in front.
      if (next !== 'source' || !isWide) setPane(next);
    };
    const ask = () => {
      setFocused(undefined);
      if (!isWide) setPane('ask');
      requestAnimationFrame(() => focusPane(document.getElementById('question')));
    };
    return { show, ask };
  }, [isWide]);
  const toggle = (next: Pane) => {
    const half = halfOf(next);
    const isFront = half === 'source' || (pane === 'ask') === (next === 'ask');
    if (focused || !isWide || hidden === half || !isFront) {
      setFocused(undefined);
      commands.show(next);
    } else hide(half);
  };
  const toggleFocus = () => {
    if (isWide) setFocused(focused ? undefined : ((hidden && otherHalf(hidden)) ?? halfInUse()));
  };
  useEffect(() => {
    openPanes.commands = { ...commands, toggle, toggleFocus };
    return () => {
      openPanes.commands = undefined;
    };
  });
  useShortcutActions({
    sourcePane: () => toggle('source'),
    notesPane: () => toggle('notes'),
    answersPane: () => toggle('ask'),
    focusMode: isWide ? toggleFocus : undefined,
    ask: commands.ask,
    sources: () => openPanes.toggleSources?.(),
  });
  return {
    ...commands,
    toggle,
    toggleFocus,
    pane,
    hidden: isWide ? hidden : undefined,
    isFocused: isWide && focused !== undefined,
  };
}
