import { Check, CloudAlert, CloudOff, RefreshCw, type LucideIcon } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { SyncState } from '#ui/features/notes/index.tsx';
import { numberText } from '#ui/kit/format.ts';
import { syncHeld, syncTexts } from './texts/workspace.ts';

const ICONS: Record<SyncState, LucideIcon> = {
  connecting: RefreshCw,
  saving: RefreshCw,
  synced: Check,
  offline: CloudOff,
  failed: CloudAlert,
};

/** Changes with each key in the notes, so only the sync mark may re-render. */
export interface SyncStore {
  get(): Sync | undefined;
  subscribe(changed: () => void): () => void;
  set(state: SyncState, changes: number): void;
}
interface Sync {
  state: SyncState;
  /** number of waiting changes */
  changes: number;
}

export function createSyncStore(): SyncStore {
  let sync: Sync | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => sync,
    subscribe(changed) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
    set(state, changes) {
      sync = { state, changes };
      for (const changed of listeners) changed();
    },
  };
}

export function SyncMark({ store }: { store: SyncStore }) {
  const sync = useSyncExternalStore(store.subscribe, store.get);
  if (!sync) return null;
  const { state, changes } = sync;
  const Icon = ICONS[state];
  const { text, long } = syncTexts[state];
  const bad = state === 'offline' || state === 'failed';
  return (
    <span
      title={long}
      className={`flex shrink-0 items-center gap-1.5 px-2 text-[0.8125rem] whitespace-nowrap tabular-nums ${bad ? 'text-warn' : 'text-ink-faint'}`}
    >
      <Icon size={15} aria-hidden />
      <span role="status" className="max-sm:sr-only">
        {text}
      </span>
      {/* Available on request, not announced with each key. */}
      {changes > 0 && (
        <span>
          <span className="max-sm:sr-only">{syncHeld(changes)}</span>
          <span aria-hidden className="sm:hidden">
            {numberText(changes)}
          </span>
        </span>
      )}
    </span>
  );
}
