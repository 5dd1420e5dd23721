/** How far the notes are from being safe, as a fold over what happens to them. */

export interface NotesState {
  /** the notes can be shown: from the server, or from what this browser kept */ ready: boolean;
  online: boolean;
  /** this browser keeps what is written */ keptHere: boolean;
  /** something was written that the server has not said to be on its disk */ dirty: boolean;
  /** the server could not write */ failing: boolean;
  /** the server could not read all of the notes */ damaged: boolean;
  /** there is nothing to open */ refused: 'none' | 'forbidden' | 'unreadable' | 'crowded';
  /** the server lets this window read only */ readOnly: boolean;
}

export const initial: NotesState = { ready: false, online: false, keptHere: false, dirty: false, failing: false, damaged: false, refused: 'none', readOnly: false };

export type NotesEvent =
  | { type: 'opened-here'; empty: boolean }
  | { type: 'nothing-kept-here' }
  | { type: 'opened'; readOnly: boolean }
  | { type: 'offline' }
  | { type: 'written' }
  | { type: 'said'; payload: string; /** updates that the server has not even received */ unacknowledged: number }
  | { type: 'refused'; reason: string };

export function reduce(state: NotesState, event: NotesEvent): NotesState {
  switch (event.type) {
    case 'opened-here': return { ...state, keptHere: true, ready: state.ready || !event.empty };
    case 'nothing-kept-here': return { ...state, keptHere: false };
    case 'opened': return { ...state, ready: true, online: true, refused: 'none', readOnly: event.readOnly };
    case 'offline': return { ...state, online: false };
    case 'written': return { ...state, dirty: true };
    case 'said':
      if (event.payload === 'synced') return event.unacknowledged === 0 ? { ...state, dirty: false, failing: false } : { ...state, failing: false };
      if (event.payload === 'syncFailed') return { ...state, failing: true };
      return event.payload === 'fetchDocError' ? { ...state, damaged: true } : state;
    case 'refused': {
      const refused = event.reason === 'fetchDocError' ? 'unreadable' : event.reason === 'too-many-clients' ? 'crowded' : 'forbidden';
      return { ...state, online: false, refused };
    }
  }
}

export type SyncState = 'connecting' | 'saving' | 'synced' | 'offline' | 'failed';

export function syncState({ ready, online, dirty, failing, refused }: NotesState): SyncState {
  if (refused === 'unreadable') return 'failed';
  if (!ready) return 'connecting';
  if (!online) return 'offline';
  if (failing) return 'failed';
  return dirty ? 'saving' : 'synced';
}
