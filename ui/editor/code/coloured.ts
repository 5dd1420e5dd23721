/** Code in its colours, once what knows them is here: only blocks that changed are looked at again. */
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { createLowlight } from 'lowlight';
import { knownLanguage } from './languages.ts';

type Colours = ReturnType<typeof createLowlight>;
type Part = ReturnType<Colours['highlight']>['children'][number];

/** What is longer is no snippet, and would hold up who writes in it. */
const MOST_CHARS = 20_000;
const key = new PluginKey<DecorationSet>('codeColours');

let colours: Colours | undefined;
let loading: Promise<unknown> | undefined;
const load = () => (loading ??= import('lowlight').then(({ common, createLowlight: make }) => { colours = make(common); }));

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
        if (classes.length > 0) found.push(Decoration.inline(at, at + part.value.length, { class: classes.join(' ') }));
        at += part.value.length;
      }
    }
  };
  walk(colours.highlight(language, node.textContent).children, []);
  return found;
}

/** Blocks of code that a step touched, in the document as it is now. */
function touched(tr: Transaction): Map<number, Node> {
  const blocks = new Map<number, Node>();
  tr.mapping.maps.forEach((map, at) => {
    map.forEach((_from, _to, from, to) => {
      const after = tr.mapping.slice(at + 1);
      const [start, end] = [Math.max(0, after.map(from, -1)), Math.min(tr.doc.content.size, after.map(to, 1))];
      tr.doc.nodesBetween(start, end, (node, position) => {
        if (node.type.spec.code) blocks.set(position, node);
        return !node.isTextblock;
      });
    });
  });
  return blocks;
}

function coloured(was: DecorationSet, blocks: Iterable<readonly [number, Node]>, doc: Node): DecorationSet {
  let now = was;
  for (const [position, node] of blocks) now = now.remove(now.find(position, position + node.nodeSize)).add(doc, decorationsOf(node, position));
  return now;
}

function all(doc: Node): [number, Node][] {
  const blocks: [number, Node][] = [];
  doc.descendants((node, position) => { if (node.type.spec.code) blocks.push([position, node]); return !node.isTextblock; });
  return blocks;
}

/** Asked for by the first block of code that is shown. */
export function wantColours(view: EditorView): void {
  if (colours) return;
  void load().then(() => { if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, true).setMeta('addToHistory', false)); });
}

export const codeColours = (): Plugin<DecorationSet> => new Plugin({
  key,
  state: {
    init: (_, { doc }) => (colours ? coloured(DecorationSet.empty, all(doc), doc) : DecorationSet.empty),
    apply(tr, was) {
      if (tr.getMeta(key) === true) return coloured(DecorationSet.empty, all(tr.doc), tr.doc);
      if (!tr.docChanged || !colours) return was;
      return coloured(was.map(tr.mapping, tr.doc), touched(tr), tr.doc);
    },
  },
  props: { decorations: (state) => key.getState(state) },
});
