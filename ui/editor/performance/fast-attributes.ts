/**
 * The attributes of a node, within their bounds: one span of a billion columns, written before the
 * server looked at changes, took the whole page down. And quickly: copied from its defaults.
 * ProseMirror gathers them one by one into an object without a form of its own, which took a third
 * of the time in which a long note becomes nodes.
 */
import { Extension } from '@tiptap/core';
import type { Attrs, NodeType, Schema } from '@tiptap/pm/model';
import { boundOf, flatAttributes, holdsMark } from '#core/editor/bounds.ts';

type Gathering = NodeType & {
  defaultAttrs: Attrs | null;
  computeAttrs(given: Attrs | null): Attrs;
};

/**
 * The same attributes as before, where they are within their bounds, of nodes of which each has a
 * default.
 */
export function quickenAttributes(schema: Schema): void {
  for (const type of Object.values(schema.marks)) {
    const create = type.create.bind(type);
    type.create = (given) => create(given && !holdsMark(given) ? flatAttributes(given) : given);
  }
  for (const type of Object.values(schema.nodes) as Gathering[]) {
    const { defaultAttrs } = type;
    if (!defaultAttrs) continue;
    const defaults: Record<string, unknown> = { ...defaultAttrs };
    const bounds = new Map(Object.keys(defaults).map((name) => [name, boundOf(type.name, name)]));
    type.computeAttrs = (given) => {
      if (!given) return defaultAttrs;
      const attributes = { ...defaults };
      for (const name of Object.keys(given)) {
        const value: unknown = given[name];
        if (value === undefined || !Object.hasOwn(defaults, name)) continue;
        const bound = bounds.get(name);
        attributes[name] = bound && !bound.holds(value) ? bound.fallback : value;
      }
      return attributes;
    };
  }
}

export const quickAttributes = Extension.create({
  name: 'quickAttributes',
  onBeforeCreate() {
    quickenAttributes(this.editor.schema);
  },
});
