import { Check, CloudAlert, CloudOff, RefreshCw, type LucideIcon } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { SyncState } from '#ui/features/notes/index.tsx';
import { syncTexts } from '#ui/texts/workspace.ts';

const ICONS: Record<SyncState, LucideIcon> = { connecting: RefreshCw, saving: RefreshCw, synced: Check, offline: CloudOff, failed: CloudAlert };

/** Each key that is pressed in the notes changes it: nothing but what shows it may be drawn for that. */
export interface SyncStore { get(): SyncState | undefined; subscribe(changed: () => void): () => void; set(next: SyncState): void }

export function createSyncStore(): SyncStore {
  let state: SyncState | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    subscribe(changed) { listeners.add(changed); return () => { listeners.delete(changed); }; },
    set(next) { state = next; for (const changed of listeners) changed(); },
  };
}

export function SyncMark({ store }: { store: SyncStore }) {
  const state = useSyncExternalStore(store.subscribe, store.get);
  if (!state) return null;
  const Icon = ICONS[state];
  const { text, long } = syncTexts[state];
  const bad = state === 'offline' || state === 'failed';
  return (
    <span role="status" title={long} className={`flex shrink-0 items-center gap-1.5 px-2 text-[0.8125rem] whitespace-nowrap ${bad ? 'text-warn' : 'text-ink-faint'}`}>
      <Icon size={15} aria-hidden /><span className="max-sm:sr-only">{text}</span>
    </span>
  );
}
