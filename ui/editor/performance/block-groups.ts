/**
 * Groups the blocks of a long note into elements: consecutive blocks that stay in the same group
 * while they exist.
 */

/** Number of blocks that fill a group. */
export const GROUP_SIZE = 12;
/** A group that grows beyond this is split. A note with fewer blocks than this has no groups. */
const LARGEST = 100;

/** The group of each block, or `null`. A group's blocks are consecutive. */
export interface Grouped<Block, Group> {
  blocks: readonly Block[];
  groups: readonly (Group | null)[];
}

/**
 * Existing blocks stay in their groups, changed ones replace the previous ones in theirs, and new
 * ones join the group before them.
 */
export function regroup<Block, Group>(
  was: Grouped<Block, Group>,
  blocks: readonly Block[],
  make: () => Group,
): Grouped<Block, Group> {
  const [start, end] = sameEnds(was.blocks, blocks);
  const rest = was.groups.length - end;
  const groups = was.groups.slice(0, start);
  const replaced = was.groups.slice(start, rest);
  const after = was.groups.slice(rest);
  const count = blocks.length - start - end;
  const stays = (group: Group | null | undefined): group is Group | null =>
    group !== undefined && (group !== null || count <= LARGEST);
  for (let at = 0; at < count; at += 1) {
    const [own, last] = [replaced[at], groups.length > 0 ? groups.at(-1) : after[0]];
    // A group that continues after the new blocks takes them all, because splitting it would redraw
    // a part.
    const full =
      last !== after[0] &&
      groups.length - groups.indexOf(last ?? null) >= (last === null ? LARGEST : GROUP_SIZE);
    if (stays(own)) groups.push(own);
    else if (stays(last) && !full) groups.push(last);
    else groups.push(blocks.length > LARGEST ? make() : null);
  }
  return { blocks, groups: parted([...groups, ...after], make) };
}

/** Number of equal blocks at the start, and of the rest at the end. */
export function sameEnds<Block>(was: readonly Block[], now: readonly Block[]): [number, number] {
  const least = Math.min(was.length, now.length);
  let start = 0;
  while (start < least && was[start] === now[start]) start += 1;
  let end = 0;
  while (end < least - start && was.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [start, end];
}

function parted<Group>(groups: (Group | null)[], make: () => Group): (Group | null)[] {
  for (let from = 0, to = 0; from < groups.length; from = to) {
    while (to < groups.length && groups[to] === groups[from]) to += 1;
    if (to - from <= LARGEST) continue;
    for (let at = from + GROUP_SIZE; at < to; at += GROUP_SIZE)
      groups.fill(make(), at, Math.min(at + GROUP_SIZE, to));
  }
  return groups;
}
