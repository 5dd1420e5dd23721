/**
 * Splits long lists into JSON batches, because one message with thousands of objects would block
 * the receiver's event loop.
 */
import { setImmediate } from 'node:timers/promises';

/** Characters of JSON that are read in one turn of the event loop: a few milliseconds. */
const BATCH_CHARACTERS = 500_000;
const decoder = new TextDecoder();

export function packBatches(items: readonly unknown[]): Uint8Array[] {
  const encoder = new TextEncoder();
  const batches: Uint8Array[] = [];
  let open: string[] = [];
  let length = 0;
  const close = (): void => {
    batches.push(encoder.encode(`[${open.join(',')}]`));
    open = [];
    length = 0;
  };
  for (const item of items) {
    const json = JSON.stringify(item);
    open.push(json);
    length += json.length;
    if (length >= BATCH_CHARACTERS) close();
  }
  if (open.length > 0) close();
  return batches;
}

/** Gives way to others between two batches. */
export async function unpackBatches(batches: readonly Uint8Array[]): Promise<unknown[]> {
  const items: unknown[] = [];
  for (const batch of batches) {
    const parsed: unknown = JSON.parse(decoder.decode(batch));
    if (!Array.isArray(parsed)) throw new TypeError('A batch holds no list.');
    for (const item of parsed as unknown[]) items.push(item);
    await setImmediate();
  }
  return items;
}
