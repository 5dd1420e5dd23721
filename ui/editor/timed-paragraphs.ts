/**
 * Timed paragraphs begin with a timestamp. Enter at the end of one begins the next at the current
 * time of the open video, and Enter in an empty one ends them, as in lists.
 */
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { place } from '#core/editor/blocks/place/block.ts';

type Hosts = Readonly<Record<string, (() => void) | undefined>>;

/** `hosts`: what the page can insert now, by slash menu id. */
export const timedParagraphs = (hosts: () => Hosts) =>
  Extension.create({
    name: 'timedParagraphs',
    addKeyboardShortcuts: () => ({
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        const { parent } = $from;
        if (!empty || !isTimed(parent) || $from.parentOffset < parent.content.size) return false;
        if (/item$/i.test($from.node(-1).type.name)) return false;
        if (parent.textContent.trim() === '' && parent.childCount <= 2)
          return editor.commands.deleteRange({ from: $from.start(), to: $from.end() });
        const { timestamp } = hosts();
        if (!timestamp || !editor.commands.splitBlock()) return false;
        timestamp();
        return true;
      },
    }),
  });

function isTimed({ type, firstChild }: Node): boolean {
  return (
    type.name === 'paragraph' &&
    firstChild?.type.name === place.name &&
    place.read(firstChild.attrs).medium === 'timed'
  );
}
