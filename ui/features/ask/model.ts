/** The chosen model: one for the whole program, remembered here. */
import { useSyncExternalStore } from 'react';
import { DEFAULT_MODEL, ModelId } from '#core/contract/ask.ts';

const KEY = 'gloss-model';
const changed = new Set<() => void>();

function chosen(): number {
  const kept = localStorage.getItem(KEY);
  const parsed = ModelId.safeParse(kept === null ? undefined : Number(kept));
  return parsed.success ? parsed.data : DEFAULT_MODEL;
}

export function rememberModel(id: number): void {
  localStorage.setItem(KEY, String(id));
  for (const tell of changed) tell();
}

export const useModel = (): number =>
  useSyncExternalStore((tell) => {
    changed.add(tell);
    return () => changed.delete(tell);
  }, chosen);
