/** The sync status of the notes, the people in them, and their history. */
import { Check, CloudAlert, CloudOff, History, HardDriveDownload, RefreshCw } from 'lucide-react';
import type { Awareness } from 'y-protocols/awareness';
import { IconButton } from '#ui/kit/button.tsx';
import { notesTexts as texts } from './texts.ts';
import { type NotesState, type SyncState, syncState } from './notes-state.ts';
import { People } from './people.tsx';

const ICONS = {
  connecting: RefreshCw,
  saving: HardDriveDownload,
  synced: Check,
  offline: CloudOff,
  failed: CloudAlert,
} satisfies Record<SyncState, unknown>;

export function syncText(state: NotesState): string {
  const sync = syncState(state);
  if (sync === 'saving' && state.keptHere) return texts.sync.savedHere;
  const text = texts.sync[sync];
  if (state.changes === 0 || !isBad(sync)) return text;
  return text + texts.join + texts.unsynced[state.keptHere ? 'saved' : 'notSaved'](state.changes);
}

const isBad = (sync: SyncState): boolean => sync === 'offline' || sync === 'failed';

/**
 * In the row of tabs. `history`: whether the versions are shown; undefined if they are not
 * available.
 */
export function NotesTools({
  state,
  awareness,
  history,
  onHistory,
}: {
  state: NotesState;
  awareness: Awareness | undefined;
  history: boolean | undefined;
  onHistory: () => void;
}) {
  return (
    <div className="contents">
      <People awareness={awareness} />
      {/** Editors see it at the top of the page. */}
      {state.readOnly && !isBad(syncState(state)) && <SyncText state={state} isShown />}
      {history !== undefined && (
        <IconButton
          label={texts.versions}
          aria-expanded={history}
          onClick={onHistory}
          className={history ? 'order-last bg-pressed! text-ink!' : 'order-last'}
        >
          <History size={17} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

/** Below the notes; only visible while something keeps them from the server. */
export function NotesFooter({ state }: { state: NotesState }) {
  if (!isBad(syncState(state)))
    return state.readOnly ? null : <SyncText state={state} isShown={false} />;
  return (
    <footer className="flex min-h-9 shrink-0 items-center border-t border-line px-4 py-1">
      <SyncText state={state} isShown />
    </footer>
  );
}

function SyncText({ state, isShown }: { state: NotesState; isShown: boolean }) {
  const sync = syncState(state);
  const Icon = ICONS[sync];
  return (
    <p
      data-sync={sync}
      className={`flex items-center gap-1.5 text-xs ${isBad(sync) ? 'text-warn' : 'text-ink-faint'} ${isShown ? '' : 'sr-only'}`}
    >
      <Icon size={14} aria-hidden />
      <span>{syncText(state)}</span>
    </p>
  );
}
