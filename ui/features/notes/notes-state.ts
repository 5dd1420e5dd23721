/** The sync state of the notes, as a fold over events. */

export interface NotesState {
  /** the notes can be shown, from the server or from this browser's copy */
  ready: boolean;
  /** undefined until the server has responded, or turned out to be unreachable */
  online: boolean | undefined;
  /** the server is connected but silent */
  silent: boolean;
  /** this browser stores edits */
  keptHere: boolean;
  /** edits that the server has not confirmed to be on its disk */
  changes: number;
  /** the server could not write */
  failing: boolean;
  /** the server could not read all of the notes */
  damaged: boolean;
  /** there is nothing to open */
  refused: 'none' | 'forbidden' | 'unreadable' | 'crowded';
  /** why the server accepts no more edits from this window: one was invalid, or the notes are full */
  rejected: 'none' | 'invalid' | 'full';
  /**
   * this page's build differs from the server's or the notes', so it is read-only until it is
   * reloaded
   */
  stale: boolean;
  /** the server only lets this window read */
  readOnly: boolean;
}

export const initial: NotesState = {
  ready: false,
  online: undefined,
  silent: false,
  keptHere: false,
  changes: 0,
  failing: false,
  damaged: false,
  refused: 'none',
  rejected: 'none',
  stale: false,
  readOnly: false,
};

export type NotesEvent =
  | {
      type: 'opened-here';
      empty: boolean;
      /** unsent changes of an earlier visit */
      unsent: number;
    }
  | { type: 'nothing-kept-here' }
  /** the server's stored notes, before the connection */
  | { type: 'brought' }
  | { type: 'opened'; readOnly: boolean }
  | { type: 'offline' }
  | { type: 'silent' }
  | { type: 'heard' }
  | { type: 'written' }
  | {
      type: 'said';
      payload: string;
      /** updates that the server has not received */
      unacknowledged: number;
    }
  /** the notes contain something that this build does not know */
  | { type: 'foreign' }
  | { type: 'refused'; reason: string }
  | { type: 'rejected'; why: 'invalid' | 'full' };

export function reduce(state: NotesState, event: NotesEvent): NotesState {
  switch (event.type) {
    case 'opened-here':
      return {
        ...state,
        keptHere: true,
        ready: state.ready || !event.empty,
        changes: state.changes + event.unsent,
      };
    case 'nothing-kept-here':
      return { ...state, keptHere: false };
    case 'brought':
      return { ...state, ready: true };
    case 'opened':
      return {
        ...state,
        ready: true,
        online: true,
        silent: false,
        refused: 'none',
        readOnly: event.readOnly || state.stale || state.rejected !== 'none',
      };
    case 'offline':
      return { ...state, online: false, silent: false };
    case 'silent':
    case 'heard':
      return { ...state, silent: event.type === 'silent' };
    case 'written':
      return { ...state, changes: state.changes + 1 };
    case 'said':
      return heard(state, event);
    case 'foreign':
      return { ...state, stale: true, readOnly: true };
    case 'rejected':
      return { ...state, online: false, rejected: event.why, readOnly: true };
    case 'refused': {
      const refused =
        event.reason === 'fetchDocError'
          ? 'unreadable'
          : event.reason === 'too-many-clients'
            ? 'crowded'
            : 'forbidden';
      return { ...state, online: false, refused };
    }
  }
}

function heard(
  state: NotesState,
  { payload, unacknowledged }: Extract<NotesEvent, { type: 'said' }>,
): NotesState {
  switch (payload) {
    case 'synced':
      return { ...state, failing: false, ...(unacknowledged === 0 ? { changes: 0 } : {}) };
    case 'syncFailed':
      return { ...state, failing: true };
    case 'fetchDocError':
      return { ...state, damaged: true };
    case 'stale':
      return { ...state, stale: true, readOnly: true };
    default:
      return state;
  }
}

/** Closing the page would lose text: neither this browser nor the server has stored it. */
export const wouldLoseEdits = ({ changes, keptHere }: NotesState): boolean =>
  changes > 0 && !keptHere;

export type SyncState = 'connecting' | 'saving' | 'synced' | 'offline' | 'failed';

export function syncState({
  ready,
  online,
  silent,
  changes,
  failing,
  refused,
  rejected,
}: NotesState): SyncState {
  if (refused === 'unreadable' || rejected !== 'none') return 'failed';
  if (!ready) return 'connecting';
  if (online === undefined && changes === 0) return 'connecting';
  if (online !== true || silent) return 'offline';
  if (failing) return 'failed';
  return changes > 0 ? 'saving' : 'synced';
}

/** The current state: while saving, the number of unsaved changes is not shown. */
export function looksEqual(shown: NotesState, state: NotesState): boolean {
  const sync = syncState(state);
  return (
    sync === syncState(shown) &&
    (Object.keys(state) as (keyof NotesState)[]).every(
      (it) => state[it] === shown[it] || (it === 'changes' && sync === 'saving'),
    )
  );
}
