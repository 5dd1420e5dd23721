/**
 * Checks that the libraries are the ones the patches were written for: their versions, and the
 * undocumented members that the patches read, call or replace.
 */
import { type Node, Schema } from '@tiptap/pm/model';
import { EditorState, type Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { yCursorPlugin, ySyncPlugin, yUndoPlugin } from '@tiptap/y-tiptap';
import { Awareness } from 'y-protocols/awareness';
import { Doc, XmlElement } from 'yjs';
import { PATCHED_LIBRARIES } from './patched-libraries.ts';

type Type = 'array' | 'boolean' | 'function' | 'map' | 'null' | 'number' | 'object';

/** By a path that starts with a key of `Specimens`. */
export const MEMBERS: Readonly<Record<string, Type>> = {
  'view.docView.children': 'array',
  'view.docView.children.0.mark': 'object',
  'view.docView.children.0.size': 'number',
  'view.docView.contentDOM': 'object',
  'view.docView.descAt': 'function',
  'view.docView.dirty': 'number',
  'view.docView.domFromPos': 'function',
  'view.docView.innerDeco.forChild': 'function',
  'view.docView.innerDeco.forEachSet': 'function',
  'view.docView.node': 'object',
  'view.docView.parseRange': 'function',
  'view.docView.setSelection': 'function',
  'view.docView.update': 'function',
  'view.docView.updateChildren': 'function',
  'view.domObserver.flush': 'function',
  'view.domObserver.flushSoon': 'function',
  'view.domObserver.pendingRecords': 'function',
  'view.domObserver.start': 'function',
  'view.domObserver.stop': 'function',
  'decorations.children': 'array',
  'decorations.local': 'array',
  'node.content.content': 'array',
  'transaction.meta': 'object',
  'sync.spec.state.init': 'function',
  'undo.spec.state.apply': 'function',
  'undo.spec.view': 'function',
  'cursors.spec.view': 'function',
  'binding._forceRerender': 'function',
  'binding._prosemirrorChanged': 'function',
  'binding.beforeAllTransactions': 'function',
  'binding.beforeTransactionSelection': 'null',
  'binding.doc': 'object',
  'binding.isOMark': 'map',
  'binding.mapping': 'map',
  'binding.mux': 'function',
  'binding.prosemirrorView': 'null',
  'binding.type': 'object',
  'fragment._first': 'object',
  'block._item.deleted': 'boolean',
};

/** One object of each patched type. */
export interface Specimens {
  view: EditorView;
  decorations: DecorationSet;
  node: Node;
  transaction: unknown;
  sync: Plugin;
  undo: Plugin;
  cursors: Plugin;
  binding: unknown;
  fragment: unknown;
  block: XmlElement;
}

const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: 'text*', toDOM: () => ['p', 0] },
    text: {},
  },
  marks: { group: { toDOM: () => ['div', 0] } },
});

/** `view`: of an editor whose first block has a mark. Throws if a library has changed a lot. */
export function specimensOf(view: EditorView): Specimens {
  const node = schema.node('paragraph', null, schema.text('a'));
  const state = EditorState.create({ doc: schema.node('doc', null, node) });
  const fragment = new Doc().getXmlFragment('default');
  const block = new XmlElement('paragraph');
  fragment.insert(0, [block]);
  const sync = ySyncPlugin(fragment) as Plugin;
  const { binding } = sync.spec.state?.init.call(sync, {}, state) as { binding: unknown };
  return {
    view,
    decorations: DecorationSet.create(state.doc, [Decoration.inline(1, 2, {})]),
    node,
    transaction: state.tr,
    sync,
    undo: yUndoPlugin() as Plugin,
    cursors: yCursorPlugin(new Awareness(new Doc())) as Plugin,
    binding,
    fragment,
    block,
  };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value instanceof Map ? 'map' : typeof value;
}

/** The member at a path such as `view.docView.dirty`. */
function memberAt(of: unknown, path: string): unknown {
  let value: unknown = of;
  for (const name of path.split('.'))
    value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

/** Returns the library with an unexpected version, or nothing. */
export function versionFault(installed: Readonly<Record<string, string>>): string | undefined {
  const [name, verified] =
    Object.entries(PATCHED_LIBRARIES).find(([it, version]) => installed[it] !== version) ?? [];
  return name && `${name} is ${installed[name] ?? 'missing'}, not ${verified ?? ''}`;
}

/** Returns the unexpected member, or nothing. */
export function memberFault(specimens: Specimens): string | undefined {
  for (const [path, type] of Object.entries(MEMBERS)) {
    const found = typeOf(memberAt(specimens, path));
    if (found !== type) return `${path} is ${found}, not ${type}`;
  }
  return undefined;
}
