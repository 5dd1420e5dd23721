/**
 * Groups that are not drawn when notes are opened: each is an empty element until it comes near the
 * viewport, something needs a position in it, or the page is idle.
 */
import type { Mark } from '@tiptap/pm/model';
import { type DrawnBlocks, drawnBlocks, type DrawnView } from './drawn-blocks.ts';
import { GROUP_EM } from './group-marks.ts';
import { whenNearOrIdle } from './lazy-mount.ts';

/** Groups drawn per idle moment, because each time the whole document is traversed. */
const IN_ONE_GO = 16;

type Choose = (shown: DrawnBlocks) => Iterable<Mark>;

/** Draws the chosen groups that are not drawn yet. */
export function drawLate(view: DrawnView, choose: Choose): void {
  const shown = drawnBlocks.get(view);
  if (!shown || shown.late.size === 0) return;
  const late = new Map(shown.late);
  for (const group of choose(shown)) late.delete(group);
  if (late.size === shown.late.size) return;
  drawnBlocks.set(view, { ...shown, late });
  view.domObserver.stop();
  view.docView.updateChildren(view, 0);
  view.domObserver.start();
}

export const allGroups: Choose = ({ late }) => late.keys();

/** The groups that contain one of these positions. */
export const groupsAt =
  (positions: readonly number[]): Choose =>
  ({ blocks, groups }) => {
    const found = new Set<Mark>();
    let end = 0;
    for (const [index, block] of blocks.entries()) {
      const [start, group] = [end, groups[index]];
      end += block.nodeSize;
      if (group && positions.some((it) => it >= start && it <= end)) found.add(group);
    }
    return found;
  };

/** The group with this number, and some after it. */
const groupsFrom =
  (number: unknown): Choose =>
  ({ late }) => {
    const groups = [...late.keys()];
    const first = groups.findIndex(({ attrs }) => attrs['number'] === number);
    return first < 0 ? [] : groups.slice(first, first + IN_ONE_GO);
  };

/** The view of a late group's placeholder. */
export function latePlaceholder(
  view: DrawnView,
  number: unknown,
): { dom: HTMLElement; destroy(): void } {
  const dom = document.createElement('div');
  dom.className = 'note-group';
  dom.style.blockSize = `${GROUP_EM}em`;
  return {
    dom,
    destroy: whenNearOrIdle(dom, () => {
      drawLate(view, groupsFrom(number));
    }),
  };
}

/**
 * Draws everything before something traverses the page: the browser's own search and printing, and
 * keys that move far.
 */
export function drawBeforeSearchAndPrint(view: DrawnView): { destroy(): void } {
  const draw = () => {
    drawLate(view, allGroups);
  };
  const keys = ({ ctrlKey, metaKey, key: name }: KeyboardEvent) => {
    if (ctrlKey || metaKey || /^Page/.test(name)) draw();
  };
  window.addEventListener('beforeprint', draw);
  window.addEventListener('keydown', keys, true);
  return {
    destroy() {
      window.removeEventListener('beforeprint', draw);
      window.removeEventListener('keydown', keys, true);
    },
  };
}
