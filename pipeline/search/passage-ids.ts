import type { SourceId } from '#core/contract/id.ts';
import { sha256 } from '#config/sha256.ts';

/** Ids of a source's passages, in the order of the text: hashes of the source and the text. */
export function createPassageIds(sourceId: SourceId): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const key = JSON.stringify([sourceId, text]);
    const twin = seen.get(key) ?? 0;
    seen.set(key, twin + 1);
    return sha256(twin === 0 ? key : `${key}#${twin}`).slice(0, 32);
  };
}
