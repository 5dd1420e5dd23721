/** Below the notes, always in sight: who is here, what they were, and how safe they are. */
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
  switch (sync) {
    case 'saving':
      return state.keptHere ? texts.sync.savedHere : texts.sync.saving;
    case 'offline':
      return state.changes > 0 ? texts.unsent(state.changes) : texts.sync.offline;
    default:
      return texts.sync[sync];
  }
}

interface FootProps {
  state: NotesState;
  awareness: Awareness | undefined;
  /** whether the versions are shown; undefined where they may not be */
  history: boolean | undefined;
  onHistory: () => void;
}

export function NotesFooter({ state, awareness, history, onHistory }: FootProps) {
  const sync = syncState(state);
  const bad = sync === 'offline' || sync === 'failed';
  const Icon = ICONS[sync];
  return (
    <footer className="flex min-h-10 shrink-0 items-center gap-3 border-t border-line pr-2 pl-4">
      <People awareness={awareness} />
      <span className="flex-1" />
      {/** Editors have this message at the top, where there is room for text. */}
      <p
        data-sync={sync}
        className={`flex items-center gap-1.5 text-xs ${bad ? 'text-warn' : 'text-ink-faint'} ${bad || state.readOnly ? '' : 'sm:sr-only'}`}
      >
        <Icon size={14} aria-hidden />
        <span>
          {syncText(state)}
          {bad && state.changes > 0 && (state.keptHere ? texts.kept : texts.notKept)}
        </span>
      </p>
      {history !== undefined && (
        <IconButton
          label={texts.versions}
          aria-expanded={history}
          onClick={onHistory}
          className={history ? 'bg-pressed! text-ink!' : ''}
        >
          <History size={17} aria-hidden />
        </IconButton>
      )}
    </footer>
  );
}
