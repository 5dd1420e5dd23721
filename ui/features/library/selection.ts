/** The selected rows of a long list. Pure: `order` contains the ids as the list shows them. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** where a range starts: the last clicked row */
  anchor: string | undefined;
}

export const NONE: Selection = { ids: new Set(), anchor: undefined };

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Sets all rows from the last clicked one to this one to its state; the others stay. */
export function ranged(selection: Selection, id: string, order: readonly string[]): Selection {
  const { ids, anchor } = selection;
  const from = anchor === undefined ? -1 : order.indexOf(anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0 || anchor === undefined) return toggled(selection, id);
  const next = new Set(ids);
  const chosen = ids.has(anchor);
  for (const it of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (chosen) next.add(it);
    else next.delete(it);
  }
  return { ids: next, anchor };
}

export const allOf = (order: readonly string[]): Selection => ({
  ids: new Set(order),
  anchor: undefined,
});

/** Without rows that the list no longer shows, so that actions never affect hidden ones. */
export function pruneSelection(selection: Selection, order: readonly string[]): Selection {
  if (selection.ids.size === 0) return selection;
  const shownIds = new Set(order);
  const stillShown = [...selection.ids].filter((id) => shownIds.has(id));
  return stillShown.length === selection.ids.size
    ? selection
    : { ids: new Set(stillShown), anchor: selection.anchor };
}
