/**
 * How large each group and section is: added up once, and not again for every place that is asked
 * for, which for a key are a dozen.
 */
import type { Desc } from './view-desc.ts';

let sizes = new WeakMap<Desc, number>();
let drawing = 0;

/** `of`: the prototype of ProseMirror's views of marks, which groups and sections are. */
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

/** What stands where is another matter afterwards, and uncertain meanwhile. */
export function redraw(draw: () => void): void {
  drawing += 1;
  try {
    draw();
  } finally {
    drawing -= 1;
    sizes = new WeakMap();
  }
}

/** Only what it stands in has another size. */
export function resize(block: Desc): void {
  for (let around = block.parent; around; around = around.parent) sizes.delete(around);
}
