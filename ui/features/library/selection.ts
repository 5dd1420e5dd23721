/** Which rows of a long list are chosen. Pure: `order` are the ids as the list shows them. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** where a range begins: the row that was pressed last */
  anchor: string | undefined;
}

export const NONE: Selection = { ids: new Set(), anchor: undefined };

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** From the row pressed last to this one all become what that one is; the rest stays. */
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

/** Without what the list does not show any more: nothing unseen is acted on. */
export function pruneSelection(selection: Selection, order: readonly string[]): Selection {
  if (selection.ids.size === 0) return selection;
  const shownIds = new Set(order);
  const stillShown = [...selection.ids].filter((id) => shownIds.has(id));
  return stillShown.length === selection.ids.size
    ? selection
    : { ids: new Set(stillShown), anchor: selection.anchor };
}
