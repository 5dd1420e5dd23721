import { describe, expect, it } from 'vitest';
import { syncText } from './notes-footer.tsx';
import {
  initial,
  looksEqual,
  type NotesEvent,
  reduce,
  syncState,
  wouldLoseEdits,
} from './notes-state.ts';

const after = (...events: NotesEvent[]) => events.reduce(reduce, initial);
const openedHere = (empty: boolean, unsent = 0): NotesEvent => ({
  type: 'opened-here',
  empty,
  unsent,
});
const opened: NotesEvent[] = [openedHere(true), { type: 'opened', readOnly: false }];
const said = (payload: string, unacknowledged = 0): NotesEvent => ({
  type: 'said',
  payload,
  unacknowledged,
});
const written: NotesEvent = { type: 'written' };

describe("the notes' state", () => {
  it('is synced only when the server has confirmed every change', () => {
    expect(syncState(after())).toBe('connecting');
    expect(syncState(after(...opened))).toBe('synced');
    expect(syncState(after(...opened, written))).toBe('saving');
    expect(syncState(after(...opened, written, said('synced', 1)))).toBe('saving');
    expect(syncState(after(...opened, written, said('synced', 1), said('synced')))).toBe('synced');
  });

  it("says that the server can't write until it can", () => {
    const failing = after(...opened, written, said('syncFailed'));
    expect(syncText(failing)).toBe('Sync failed · 1 unsynced change, saved in this browser');
    expect(syncText(reduce(failing, said('synced')))).toBe('Synced');
  });

  it("opens offline from the browser's copy, and counts unsent changes of an earlier visit", () => {
    expect(after(openedHere(false), { type: 'offline' })).toMatchObject({
      ready: true,
      keptHere: true,
    });
    expect(
      ['offline', 'refused'].map((type) =>
        syncText(after(openedHere(false), { type, reason: '' } as NotesEvent)),
      ),
    ).toEqual(['Offline', 'Offline']);
    const offline = after(openedHere(false, 2), written);
    expect(syncText(offline)).toBe('Offline · 3 unsynced changes, saved in this browser');
    const back = reduce(offline, { type: 'opened', readOnly: false });
    expect(syncText(back)).toBe('Saved in this browser');
    expect(syncText(reduce(back, said('synced')))).toBe('Synced');
    expect(after(openedHere(true)).ready).toBe(false);
  });

  it('is offline while the server is unreachable, and counts changes meanwhile', () => {
    const silent = after(...opened, { type: 'silent' }, written);
    expect(syncText(silent)).toBe('Offline · 1 unsynced change, saved in this browser');
    expect(syncText(reduce(silent, { type: 'heard' }))).toBe('Saved in this browser');
    const again = [{ type: 'offline' }, ...opened.slice(1)] as NotesEvent[];
    expect(syncText(again.reduce(reduce, after(...opened, { type: 'silent' })))).toBe('Synced');
  });

  it('is not offline before the server turned out to be unreachable', () => {
    expect(syncText(after(openedHere(false)))).toBe('Opening…');
    expect(syncText(after(openedHere(false), { type: 'opened', readOnly: false }))).toBe('Synced');
  });

  it('never opens empty notes if the server could not read them', () => {
    const refused = after(openedHere(true), { type: 'refused', reason: 'fetchDocError' });
    expect(refused).toMatchObject({ ready: false, refused: 'unreadable' });
    expect(syncState(refused)).toBe('failed');
  });

  it('keeps an outdated page read-only until it is reloaded, also after reconnecting', () => {
    for (const old of [said('stale'), { type: 'foreign' } as const])
      expect(
        after(...opened, old, { type: 'offline' }, { type: 'opened', readOnly: false }),
      ).toMatchObject({ stale: true, readOnly: true });
  });

  it('stays readable when the server accepts no more changes, and says so, also after reconnecting', () => {
    const rejected = after(...opened, written, { type: 'rejected', why: 'invalid' });
    expect([syncText(rejected), rejected.readOnly, rejected.changes]).toEqual([
      'Sync failed · 1 unsynced change, saved in this browser',
      true,
      1,
    ]);
    expect(reduce(rejected, { type: 'opened', readOnly: false })).toMatchObject({
      readOnly: true,
      rejected: 'invalid',
    });
  });

  it('warns before leaving only if text would be lost', () => {
    expect(
      wouldLoseEdits(
        after({ type: 'nothing-kept-here' }, { type: 'opened', readOnly: false }, written),
      ),
    ).toBe(true);
    expect([
      wouldLoseEdits(after(...opened, written)),
      wouldLoseEdits(after({ type: 'nothing-kept-here' }, written, said('synced'))),
    ]).toEqual([false, false]);
  });

  it("does not change with each key while saving, and counts changes only if they can't be sent", () => {
    const saving = after(...opened, written);
    expect(looksEqual(saving, reduce(saving, written))).toBe(true);
    expect(looksEqual(saving, reduce(saving, said('synced')))).toBe(false);
    expect(looksEqual(saving, reduce(saving, said('stale')))).toBe(false);
    const offline = reduce(saving, { type: 'offline' });
    expect([looksEqual(saving, offline), looksEqual(offline, reduce(offline, written))]).toEqual([
      false,
      false,
    ]);
  });
});
