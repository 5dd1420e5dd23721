/**
 * Moves positions in the notes, both in the shared document, where everyone who has it open sees
 * it, and in its JSON.
 */
import type { JSONContent } from '@tiptap/core';
import { XmlElement, type Doc, type XmlFragment } from 'yjs';
import type { Relocation } from '#core/contract/locator.ts';
import type { Attributes } from '#core/editor/block.ts';
import type { BlockLocator } from '#core/editor/block-locator.ts';
import { blockOf } from '#core/editor/blocks/registry.ts';
import { FRAGMENT } from './stored-notes.ts';

/** Returns the new position; undefined to keep it. */
export type Relocate = (place: BlockLocator) => Relocation | undefined;

/** Returns the attributes of a block that change with its positions; undefined if none does. */
function changed(
  type: string | undefined,
  attrs: unknown,
  relocate: Relocate,
): Attributes | undefined {
  const block = blockOf(type);
  if (!block) return undefined;
  const before = block.clean(attrs);
  let now = before;
  for (const [n, place] of block.locators(attrs).entries()) {
    const to = relocate(place);
    if (to) now = { ...now, ...block.relocate(now, n, to) };
  }
  const changes = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return changes.length > 0 ? Object.fromEntries(changes) : undefined;
}

function relocateShared(parent: XmlFragment, relocate: Relocate): void {
  for (const child of parent.toArray()) {
    if (!(child instanceof XmlElement)) continue;
    // Block attributes are any JSON, although the type only allows strings.
    for (const [name, value] of Object.entries(
      changed(child.nodeName, child.getAttributes(), relocate) ?? {},
    ))
      child.setAttribute(name, value as string);
    relocateShared(child, relocate);
  }
}

/** Idempotent. */
export const relocateNotes = {
  /** for `CollabServer.editDocument` */
  inShared:
    (relocate: Relocate) =>
    (document: Doc): void =>
      relocateShared(document.getXmlFragment(FRAGMENT), relocate),
  inJson(node: JSONContent, relocate: Relocate): JSONContent {
    const changes = changed(node.type, node.attrs, relocate);
    return {
      ...node,
      ...(changes ? { attrs: { ...node.attrs, ...changes } } : {}),
      ...(node.content
        ? { content: node.content.map((child) => relocateNotes.inJson(child, relocate)) }
        : {}),
    };
  },
};
