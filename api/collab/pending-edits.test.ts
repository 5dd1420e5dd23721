import { expect, it } from 'vitest';
import { Doc } from 'yjs';
import { canDropPending } from './pending-edits.ts';

it('knows the store of the installed Yjs version', () => {
  expect(canDropPending()).toBe(true);
});

it.each(['pendingStructs', 'pendingDs'] as const)('does not change a store without %s', (name) => {
  const makeDocument = (): Doc => {
    const document = new Doc();
    Object.defineProperty(document.store, name, { get: () => undefined, set: () => undefined });
    return document;
  };
  expect(canDropPending(makeDocument)).toBe(false);
});

it('does not change a store that also holds other edits', () => {
  const makeDocument = (): Doc => {
    const document = new Doc();
    // Changes to it have no effect.
    let held = document.store.pendingStructs;
    Object.defineProperty(document.store, 'pendingStructs', {
      get: () => held,
      set: (next: typeof held) => {
        held = next ?? held;
      },
    });
    return document;
  };
  expect(canDropPending(makeDocument)).toBe(false);
});
