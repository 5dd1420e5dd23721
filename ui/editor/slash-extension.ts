/** `/` opens a menu of blocks to insert. React draws the menu from this store. */
import { Extension, type Editor } from '@tiptap/core';
import { Suggestion } from '@tiptap/suggestion';
import { blockIds } from '#core/editor/insert-blocks.ts';
import { type SlashCommand, slashCommands } from '#core/editor/slash-commands.ts';
import { positionOf } from './block-position.ts';
import { inGroups } from './slash-groups.ts';

export interface SlashList {
  items: readonly SlashCommand[];
  at: number;
  rect: DOMRect | null;
  pick(item: SlashCommand): void;
}

export interface SlashStore {
  get(): SlashList | undefined;
  subscribe(changed: () => void): () => void;
  set(next: SlashList | undefined): void;
}

export function createSlashStore(): SlashStore {
  let list: SlashList | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => list,
    subscribe(changed) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
    set(next) {
      list = next;
      for (const changed of listeners) changed();
    },
  };
}

export const slashExtension = (
  store: SlashStore,
  hosts: () => Readonly<Record<string, (() => void) | undefined>>,
  own: () => readonly SlashCommand[] = () => [],
) =>
  Extension.create({
    name: 'slash',
    addProseMirrorPlugins() {
      return [
        Suggestion<SlashCommand, SlashCommand>({
          editor: this.editor,
          char: '/',
          items: ({ query }) => inGroups(slashCommands(query, hosts(), own())),
          allow: ({ state }) => state.selection.$from.parent.type.name !== 'codeBlock',
          command: ({
            editor,
            range,
            props,
          }: {
            editor: Editor;
            range: { from: number; to: number };
            props: SlashCommand;
          }) => {
            editor.chain().focus().deleteRange(range).run();
            const before = blockIds(editor.getJSON());
            props.run(editor);
            writeIn(
              editor,
              [...blockIds(editor.getJSON())].find((id) => !before.has(id)),
            );
          },
          render: () => {
            const show = (props: {
              items: SlashCommand[];
              clientRect?: (() => DOMRect | null) | null;
              command: (item: SlashCommand) => void;
            }) =>
              store.set(
                props.items.length > 0
                  ? {
                      items: props.items,
                      at: 0,
                      rect: props.clientRect?.() ?? null,
                      pick: (item) => props.command(item),
                    }
                  : undefined,
              );
            return {
              onStart: show,
              onUpdate: show,
              onExit: () => store.set(undefined),
              onKeyDown({ event }) {
                const list = store.get();
                if (!list) return false;
                const move = (by: number) =>
                  store.set({
                    ...list,
                    at: (list.at + by + list.items.length) % list.items.length,
                  });
                if (event.key === 'ArrowDown') move(1);
                else if (event.key === 'ArrowUp') move(-1);
                else if (event.key === 'Enter' || event.key === 'Tab') {
                  const item = list.items[list.at];
                  if (item) list.pick(item);
                } else if (event.key === 'Escape') store.set(undefined);
                else return false;
                return true;
              },
            };
          },
        }),
      ];
    },
  });

/**
 * The cursor goes into the inserted block: into its text, or into its first field once it is drawn.
 */
function writeIn(editor: Editor, id: string | undefined): void {
  const position = id === undefined ? undefined : positionOf(editor.state.doc, id);
  const node = position === undefined ? null : editor.state.doc.nodeAt(position);
  if (position === undefined || !node) return;
  if (!node.isAtom) editor.commands.focus(position + 2);
  requestAnimationFrame(() => {
    const shown = editor.isDestroyed ? null : editor.view.nodeDOM(position);
    if (shown instanceof HTMLElement) shown.querySelector('textarea')?.focus();
  });
}
