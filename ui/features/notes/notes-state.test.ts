import { describe, expect, it } from 'vitest';
import { initial, type NotesEvent, reduce, syncState } from './notes-state.ts';

const after = (...events: NotesEvent[]) => events.reduce(reduce, initial);
const opened: NotesEvent[] = [{ type: 'opened-here', empty: true }, { type: 'opened', readOnly: false }];
const synced = (unacknowledged: number): NotesEvent => ({ type: 'said', payload: 'synced', unacknowledged });

describe('the notes\' state', () => {
  it('is synced only by the server\'s word, and only when the server has everything', () => {
    expect(syncState(after())).toBe('connecting');
    expect(syncState(after(...opened))).toBe('synced');
    expect(syncState(after(...opened, { type: 'written' }))).toBe('saving');
    expect(syncState(after(...opened, { type: 'written' }, synced(1)))).toBe('saving');
    expect(syncState(after(...opened, { type: 'written' }, synced(1), synced(0)))).toBe('synced');
  });

  it('says that the server cannot write until it can', () => {
    const failing = after(...opened, { type: 'written' }, { type: 'said', payload: 'syncFailed', unacknowledged: 0 });
    expect(syncState(failing)).toBe('failed');
    expect(syncState(reduce(failing, synced(0)))).toBe('synced');
  });

  it('opens offline from what the browser kept', () => {
    expect(after({ type: 'opened-here', empty: false }, { type: 'offline' })).toMatchObject({ ready: true, keptHere: true });
    expect(syncState(after({ type: 'opened-here', empty: false }))).toBe('offline');
    expect(after({ type: 'opened-here', empty: true }).ready).toBe(false);
  });

  it('never opens empty notes when the server could not read them', () => {
    const refused = after({ type: 'opened-here', empty: true }, { type: 'refused', reason: 'fetchDocError' });
    expect(refused).toMatchObject({ ready: false, refused: 'unreadable' });
    expect(syncState(refused)).toBe('failed');
  });
});
