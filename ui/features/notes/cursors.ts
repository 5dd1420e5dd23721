/** The cursors and selections of other people. The server decides names and colours. */
import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { type ProsemirrorBinding, yCursorPlugin, ySyncPluginKey } from '@tiptap/y-tiptap';
import type { Awareness } from 'y-protocols/awareness';
import {
  compareRelativePositions,
  createRelativePositionFromJSON,
  type RelativePosition,
} from 'yjs';
import { sharedSelection } from '#ui/editor/performance/fast-binding.ts';
import { usesPatch } from '#ui/editor/performance/index.ts';
import { afterPaint } from '#ui/kit/after-paint.ts';
import { notesTexts as texts } from './texts.ts';
import './cursors.css';

interface Seen {
  name?: string;
  color?: string;
}

function caret({ name, color }: Seen): HTMLElement {
  const element = document.createElement('span');
  element.className = 'note-caret';
  element.style.setProperty('--person', color ?? 'currentColor');
  const label = document.createElement('span');
  label.className = 'note-caret-name';
  label.textContent = name || texts.reader;
  // Word joiners, so that a cursor at the end of a line causes no wrap.
  element.append('⁠', label, '⁠');
  return element;
}

type Told = (
  changed: { added: number[]; updated: number[]; removed: number[] },
  origin: unknown,
) => void;

/** Omits the user's own cursor, which isn't drawn: each key would update the editor twice. */
function ofOthers(awareness: Awareness): Awareness {
  const received = new Map<Told, Told>();
  const own =
    (on: (event: string, told: Told) => void, forget: boolean) =>
    (event: string, told: Told): void => {
      const filtered =
        received.get(told) ??
        ((changed, origin) => {
          if (
            [...changed.added, ...changed.updated, ...changed.removed].some(
              (client) => client !== awareness.clientID,
            )
          )
            told(changed, origin);
        });
      if (forget) received.delete(told);
      else received.set(told, filtered);
      on.call(awareness, event, filtered);
    };
  return Object.assign(Object.create(awareness) as Awareness, {
    on: own(awareness.on as never, false),
    off: own(awareness.off as never, true),
  });
}

/** Sends a position only when it changes. */
function tellPlace(
  awareness: Awareness,
  { anchor, head }: { anchor: RelativePosition; head: RelativePosition },
): void {
  const shared = (awareness.getLocalState()?.['cursor'] ?? {}) as {
    anchor?: unknown;
    head?: unknown;
  };
  const is = (place: RelativePosition, it: unknown) =>
    Boolean(it) && compareRelativePositions(createRelativePositionFromJSON(it), place);
  if (!is(anchor, shared.anchor) || !is(head, shared.head))
    awareness.setLocalStateField('cursor', { anchor, head });
}

/** Sends the own cursor position after its text is painted. */
function toldLater(plugin: Plugin, awareness: Awareness): Plugin {
  const { view } = plugin.spec;
  return new Plugin({
    ...plugin.spec,
    view(editor) {
      const telling = view?.(editor) ?? {};
      let before: typeof editor.state | undefined;
      const tell = () => {
        const since = before;
        before = undefined;
        if (!since || editor.isDestroyed) return;
        const shared = ySyncPluginKey.getState(editor.state) as {
          isChangeOrigin: boolean;
          binding: ProsemirrorBinding;
        };
        if (shared.isChangeOrigin || !editor.hasFocus()) telling.update?.(editor, since);
        else
          tellPlace(
            awareness,
            sharedSelection(shared.binding, editor.state.doc, editor.state.selection),
          );
      };
      return {
        ...telling,
        update(_editor, since) {
          if (!before) afterPaint(tell);
          before ??= since;
        },
      };
    },
  });
}

/** Draws the cursors and selections of others. */
export const cursors = (awareness: Awareness) => {
  const isQuiet = usesPatch('quiet-cursors');
  return Extension.create({
    name: 'cursors',
    // Runs after the shared document's plugin, which it reads.
    priority: 900,
    addProseMirrorPlugins() {
      const plugin: Plugin = yCursorPlugin(isQuiet ? ofOthers(awareness) : awareness, {
        // Uses the awareness for the own cursor, because the editor's document differs from the
        // shared one.
        awarenessStateFilter: (_own: number, client: number) => client !== awareness.clientID,
        cursorBuilder: caret,
        selectionBuilder: ({ color }: Seen) => ({
          class: 'note-selection',
          style: `--person: ${color ?? 'currentColor'}`,
        }),
      });
      return [isQuiet ? toldLater(plugin, awareness) : plugin];
    },
  });
};
