/**
 * Syntax highlighting: a block is parsed when it comes near the viewport, and again after edits.
 */
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { createLowlight } from 'lowlight';
import { whenNear } from '../performance/lazy-mount.ts';
import { knownLanguage } from './languages.ts';

type Colours = ReturnType<typeof createLowlight>;
type Part = ReturnType<Colours['highlight']>['children'][number];

/** Longer code would block typing. */
const MOST_CHARS = 20_000;
const key = new PluginKey<DecorationSet>('codeColours');

let colours: Colours | undefined;
let loading: Promise<unknown> | undefined;
const load = () =>
  (loading ??= import('lowlight').then(({ common, createLowlight: make }) => {
    colours = make(common);
  }));

function decorationsOf(node: Node, position: number): Decoration[] {
  const language = knownLanguage(String(node.attrs['language'] ?? ''));
  if (!colours?.registered(language) || node.content.size > MOST_CHARS) return [];
  const found: Decoration[] = [];
  let at = position + 1;
  const walk = (parts: readonly Part[], classes: readonly string[]) => {
    for (const part of parts) {
      if (part.type === 'element') {
        const own = part.properties['className'];
        walk(part.children as Part[], [...classes, ...(Array.isArray(own) ? own.map(String) : [])]);
      } else if (part.type === 'text') {
        if (classes.length > 0)
          found.push(Decoration.inline(at, at + part.value.length, { class: classes.join(' ') }));
        at += part.value.length;
      }
    }
  };
  walk(colours.highlight(language, node.textContent).children, []);
  return found;
}

/** Edited code blocks in the current document. Newly inserted ones are requested by their view. */
function written(tr: Transaction): Map<number, Node> {
  const blocks = new Map<number, Node>();
  tr.mapping.maps.forEach((map, at) => {
    map.forEach((_from, _to, from, to) => {
      const after = tr.mapping.slice(at + 1);
      const $start = tr.doc.resolve(after.map(from, -1));
      if ($start.parent.type.spec.code && after.map(to, 1) <= $start.end())
        blocks.set($start.before(), $start.parent);
    });
  });
  return blocks;
}

/** All in one go, because each separate addition traverses the whole document. */
function coloured(was: DecorationSet, blocks: ReadonlyMap<number, Node>, doc: Node): DecorationSet {
  if (blocks.size === 0) return was;
  const old = [...blocks].flatMap(([position, node]) =>
    was.find(position, position + node.nodeSize),
  );
  return was.remove(old).add(
    doc,
    [...blocks].flatMap(([position, node]) => decorationsOf(node, position)),
  );
}

const asked = new Map<EditorView, Set<() => number | undefined>>();

/**
 * Highlights the block once it comes near the viewport; returns a function that cancels it. Blocks
 * that arrive together are highlighted together.
 */
export function requestHighlighting(
  view: EditorView,
  element: Element,
  position: () => number | undefined,
): () => void {
  return whenNear(element, () => {
    const together = asked.get(view);
    if (together) {
      together.add(position);
      return;
    }
    asked.set(view, new Set([position]));
    void load().then(() => {
      colourAsked(view);
    });
  });
}

function colourAsked(view: EditorView): void {
  const positions = [...(asked.get(view) ?? [])];
  asked.delete(view);
  if (view.isDestroyed) return;
  const { doc, tr } = view.state;
  const blocks = new Map(
    positions.flatMap((position): [number, Node][] => {
      const at = position();
      const node = at === undefined ? null : doc.nodeAt(at);
      return at !== undefined && node?.type.spec.code ? [[at, node]] : [];
    }),
  );
  if (blocks.size > 0) view.dispatch(tr.setMeta(key, blocks).setMeta('addToHistory', false));
}

export const codeHighlighting = (): Plugin<DecorationSet> =>
  new Plugin({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, was) {
        const blocks = tr.getMeta(key) as ReadonlyMap<number, Node> | undefined;
        if (blocks) return coloured(was, blocks, tr.doc);
        return tr.docChanged ? coloured(was.map(tr.mapping, tr.doc), written(tr), tr.doc) : was;
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });
