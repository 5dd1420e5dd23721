import type { Editor } from '@tiptap/core';

/** Ids for blocks without one: by order in the thread, or by current position. */
const BY_ORDER = /^node-(\d+)$/;
const BY_PLACE = /^at-(\d+)$/;

/** Returns the position of the block with this id. */
export function positionOf(doc: Editor['state']['doc'], id: string): number | undefined {
  let found: number | undefined;
  doc.descendants((node, position) => {
    if (found === undefined && node.attrs['_id'] === id) found = position;
    return found === undefined;
  });
  const order = BY_ORDER.exec(id)?.[1];
  if (found === undefined && order !== undefined)
    doc.forEach((_, position, index) => {
      if (index === Number(order)) found = position;
    });
  const place = BY_PLACE.exec(id)?.[1];
  return (
    found ?? (place !== undefined && Number(place) < doc.content.size ? Number(place) : undefined)
  );
}
