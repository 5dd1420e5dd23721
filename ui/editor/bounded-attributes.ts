/**
 * Replaces attributes out of bounds by their fallback. A colspan of a billion columns, stored
 * before the server validated changes, crashed the page.
 */
import { Extension } from '@tiptap/core';
import type { Attrs, NodeType, Schema } from '@tiptap/pm/model';
import { boundOf, flatAttributes, isMarkWithinBounds } from '#core/editor/bounds.ts';

/** Applies to every node and mark that this schema creates from now on. */
export function boundAttributes(schema: Schema): void {
  for (const type of Object.values(schema.marks)) {
    const create = type.create.bind(type);
    type.create = (given) =>
      create(given && !isMarkWithinBounds(given) ? flatAttributes(given) : given);
  }
  for (const type of Object.values(schema.nodes)) {
    const within = boundsOf(type);
    const create = type.create.bind(type);
    const createChecked = type.createChecked.bind(type);
    const createAndFill = type.createAndFill.bind(type);
    type.create = (given, ...rest) => create(within(given), ...rest);
    type.createChecked = (given, ...rest) => createChecked(within(given), ...rest);
    type.createAndFill = (given, ...rest) => createAndFill(within(given), ...rest);
  }
}

type Given = Attrs | null | undefined;

/** Returns the same object where all values are within their bounds. */
function boundsOf(type: NodeType): (given: Given) => Attrs | null {
  const bounds = Object.keys(type.spec.attrs ?? {}).flatMap((name) => {
    const bound = boundOf(type.name, name);
    return bound ? [{ name, ...bound }] : [];
  });
  return (given) => {
    let bounded: Record<string, unknown> | undefined;
    for (const { name, accepts: holds, fallback } of given ? bounds : []) {
      const value: unknown = given?.[name];
      if (value !== undefined && !holds(value)) (bounded ??= { ...given })[name] = fallback;
    }
    return bounded ?? given ?? null;
  };
}

export const boundedAttributes = Extension.create({
  name: 'boundedAttributes',
  onBeforeCreate() {
    boundAttributes(this.editor.schema);
  },
});
