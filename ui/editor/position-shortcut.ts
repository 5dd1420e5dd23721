/** Mod-; inserts the current position of the open source as a chip. */
import { Extension } from '@tiptap/core';

type Hosts = Readonly<Record<string, (() => void) | undefined>>;

/** `hosts`: what the page can insert now, by slash menu id. */
export const positionShortcut = (hosts: () => Hosts) =>
  Extension.create({
    name: 'positionShortcut',
    addKeyboardShortcuts: () => ({
      'Mod-;': ({ editor }) => {
        const { timestamp, page } = hosts();
        const insert = timestamp ?? page;
        if (!insert || editor.state.selection.$from.parent.type.spec.code) return false;
        insert();
        return true;
      },
    }),
  });
