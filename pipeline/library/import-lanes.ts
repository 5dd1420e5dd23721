import type { ImportItemState } from '#core/contract/import.ts';

/** A host of an import, with the progress of its entries. */
export interface Lane {
  host: string;
  queued: number;
  running: number;
  done: number;
  failed: number;
  heldUntil?: number;
}

const LANES_SHOWN = 24;

/** Returns the busiest hosts first; requests to `held` hosts are paused until `until`. */
export function lanesOf(
  counts: readonly { host: string; state: ImportItemState; n: number | string }[],
  held: readonly { host: string; until: number }[],
  now: number,
): Lane[] {
  const lanes = new Map<string, Lane>();
  const field = { waiting: 'queued', running: 'running', added: 'done', failed: 'failed' } as const;
  for (const { host, state, n } of counts) {
    if (state === 'duplicate' || state === 'skipped') continue;
    const lane = lanes.get(host) ?? { host, queued: 0, running: 0, done: 0, failed: 0 };
    lane[field[state]] = Number(n);
    lanes.set(host, lane);
  }
  for (const { host, until } of held) {
    const lane = lanes.get(host);
    if (lane && until > now) lane.heldUntil = Math.max(lane.heldUntil ?? 0, until);
  }
  return [...lanes.values()]
    .sort(
      (a, b) =>
        b.running - a.running ||
        b.queued - a.queued ||
        b.done - a.done ||
        a.host.localeCompare(b.host),
    )
    .slice(0, LANES_SHOWN);
}
