import type { Transaction } from 'sequelize';
import type { ImportRow, ImportWork, OpenItem } from '#pipeline/library/index.ts';
import type { HostSlots } from './host-slots.ts';

export interface ChosenItem {
  of: ImportRow;
  item: OpenItem;
}

/**
 * Returns up to `most` waiting lines of hosts with free slots, taking imports in turn. `first`: the
 * number of the import that has the first turn; within a transaction each round moves it on.
 * Returns also the number for the next call.
 */
export async function chooseItems(
  work: ImportWork,
  open: readonly ImportRow[],
  lanes: HostSlots,
  most: number,
  first: number,
  transaction?: Transaction,
): Promise<{ chosen: ChosenItem[]; next: number }> {
  let nextImport = first;
  const turns = open
    .filter(({ state }) => state === 'running')
    .map((of) => ({ of, buffer: [] as OpenItem[], after: { line: 0, entry: -1 }, more: true }));
  const chosen: ChosenItem[] = [];
  const next = async (turn: (typeof turns)[number]): Promise<OpenItem | undefined> => {
    for (;;) {
      for (let item = turn.buffer.shift(); item; item = turn.buffer.shift()) {
        turn.after = item;
        if (lanes.enter(item.host)) return item;
      }
      if (!turn.more) return undefined;
      const limit = 2 * most;
      turn.buffer = await work.waiting(
        turn.of.id,
        { after: turn.after, full: lanes.full(), limit },
        transaction,
      );
      turn.more = turn.buffer.length === limit;
    }
  };
  for (let left = turns; left.length > 0 && chosen.length < most; ) {
    const going: typeof turns = [];
    for (let n = 0; n < left.length && chosen.length < most; n += 1) {
      const turn = left[(nextImport + n) % left.length];
      const item = turn && (await next(turn));
      if (!turn || !item) continue;
      chosen.push({ of: turn.of, item });
      going.push(turn);
    }
    if (transaction) nextImport += 1;
    left = left.filter((turn) => going.includes(turn));
  }
  return { chosen, next: nextImport };
}
