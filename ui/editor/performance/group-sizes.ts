/**
 * Caches the size of each group and section, because a key requests a dozen positions, which would
 * each sum them up.
 */
import type { Desc } from './view-desc.ts';

let sizes = new WeakMap<Desc, number>();
let drawing = 0;

/** `of`: the prototype of ProseMirror's mark views, which groups and sections are. */
export function rememberSizes(of: Desc, isGroup: (it: Desc) => boolean): void {
  const sum = ({ children }: Desc): number => children.reduce((sum, { size }) => sum + size, 0);
  Object.defineProperty(of, 'size', {
    get(this: Desc): number {
      if (drawing > 0 || !isGroup(this)) return sum(this);
      let size = sizes.get(this);
      if (size === undefined) sizes.set(this, (size = sum(this)));
      return size;
    },
  });
}

/** Runs `draw`, caches no sizes meanwhile, and drops the cached ones. */
export function redraw(draw: () => void): void {
  drawing += 1;
  try {
    draw();
  } finally {
    drawing -= 1;
    sizes = new WeakMap();
  }
}

/** Only its ancestors change in size. */
export function resize(block: Desc): void {
  for (let around = block.parent; around; around = around.parent) sizes.delete(around);
}
