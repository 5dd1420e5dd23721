/**
 * Searches the notes and marks the matches. Does nothing without a query.
 */
import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey, type EditorState, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { scrollIntoSight } from '#ui/kit/scroll-into-sight.ts';
import { type Match, matchesIn, type Wanted } from './matches.ts';

export interface Found {
  wanted: Wanted;
  matches: readonly Match[];
  /** index into `matches`; -1 for none */
  current: number;
}
interface State extends Found {
  marks: DecorationSet;
  /** the text changed since the search */
  stale: boolean;
}
type Order = { seek: Wanted } | { step: number } | { again: true };

const key = new PluginKey<State>('find');
const NOTHING: State = {
  wanted: { words: '', matchCase: false },
  matches: [],
  current: -1,
  marks: DecorationSet.empty,
  stale: false,
};
const SETTLE_MS = 200;

const withMarks = (state: Omit<State, 'marks'>, doc: EditorState['doc']): State => ({
  ...state,
  marks: DecorationSet.create(
    doc,
    state.matches.map(({ from, to, block }, at) => {
      const attributes = { class: at === state.current ? 'found is-current' : 'found' };
      return block && doc.nodeAt(from)?.isBlock
        ? Decoration.node(from, to, attributes)
        : Decoration.inline(from, to, attributes);
    }),
  ),
});

function seek(state: EditorState, wanted: Wanted, near: number): State {
  const matches = matchesIn(state.doc, wanted);
  const next = matches.findIndex(({ to }) => to >= near);
  return withMarks(
    { wanted, matches, current: matches.length === 0 ? -1 : Math.max(0, next), stale: false },
    state.doc,
  );
}

const plugin = (): Plugin<State> =>
  new Plugin<State>({
    key,
    state: {
      init: () => NOTHING,
      apply(tr, was, _, state) {
        const order = tr.getMeta(key) as Order | undefined;
        if (order && 'seek' in order)
          return order.seek.words === ''
            ? { ...NOTHING, wanted: order.seek }
            : seek(state, order.seek, was.matches[was.current]?.from ?? state.selection.from);
        if (order && 'again' in order)
          return seek(state, was.wanted, was.matches[was.current]?.from ?? state.selection.from);
        if (order && was.matches.length > 0)
          return withMarks(
            {
              ...was,
              current: (was.current + order.step + was.matches.length) % was.matches.length,
            },
            state.doc,
          );
        if (!tr.docChanged || was.wanted.words === '') return was;
        const matches = was.matches.map((it) => ({
          ...it,
          from: tr.mapping.map(it.from, 1),
          to: tr.mapping.map(it.to, -1),
        }));
        return { ...was, matches, marks: was.marks.map(tr.mapping, tr.doc), stale: true };
      },
    },
    props: { decorations: (state) => key.getState(state)?.marks },
    view(view) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      return {
        update() {
          if (!key.getState(view.state)?.stale) return;
          clearTimeout(timer);
          timer = setTimeout(() => {
            if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, { again: true }));
          }, SETTLE_MS);
        },
        destroy: () => clearTimeout(timer),
      };
    },
  });

export const find = Extension.create({ name: 'find', addProseMirrorPlugins: () => [plugin()] });

export const foundIn = (state: EditorState): Found => key.getState(state) ?? NOTHING;

export function searchNotes(editor: Editor, wanted: Wanted): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, { seek: wanted }));
  show(editor);
}
export function step(editor: Editor, by: 1 | -1): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, { step: by }));
  show(editor);
}

function show({ view, state }: Editor): void {
  const { matches, current } = foundIn(state);
  const match = matches[current];
  if (!match) return;
  const { node } = view.domAtPos(match.block ? match.from : match.from + 1);
  const element = match.block ? view.nodeDOM(match.from) : node;
  const seen = element instanceof Element ? element : element?.parentElement;
  if (seen) scrollIntoSight(seen, 'center');
}

/** Replaces the current match, or all; returns how many. */
export function replaceFound(editor: Editor, by: string, all: boolean): number {
  const { matches, current } = foundIn(editor.state);
  const chosen = (all ? matches : matches.slice(Math.max(0, current), current + 1)).filter(
    ({ block }) => !block,
  );
  const { tr } = editor.state;
  for (const { from, to } of chosen.toReversed()) tr.insertText(by, from, to);
  if (chosen.length > 0) editor.view.dispatch(tr.setMeta(key, { again: true }));
  show(editor);
  return chosen.length;
}

/** Ends the search and puts the cursor at the current match. */
export function endFind(editor: Editor): void {
  const { matches, current, wanted } = foundIn(editor.state);
  const match = matches[current];
  const { tr, doc } = editor.state;
  if (match && !match.block) tr.setSelection(TextSelection.create(doc, match.from, match.to));
  editor.view.dispatch(tr.setMeta(key, { seek: { ...wanted, words: '' } }));
  editor.commands.focus();
}
