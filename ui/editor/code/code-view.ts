/**
 * A code block with its language and a copy button. Plain DOM, because a long note may have a
 * hundred.
 */
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import { toast } from '#ui/kit/toast.ts';
import { textBlockTexts } from '../texts/text-blocks.ts';
import { requestHighlighting } from './code-highlighting.ts';
import { languageName } from './languages.ts';

const texts = textBlockTexts.code;

export interface LanguageRequest {
  at: DOMRect;
  now: string;
  choose(language: string): void;
  /** returns the focus */
  leave(): void;
}

const tool = (label: string): HTMLButtonElement => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code-tool';
  button.ariaLabel = label;
  return button;
};

/** Reports whether copying worked. */
function copyCode(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast.success(texts.copied),
    (error: unknown) => {
      console.warn('The clipboard was refused.', error);
      toast.error(texts.notCopied);
    },
  );
}

const whenEditable = new WeakMap<Editor, Set<() => void>>();

/**
 * Calls back when the editor becomes editable or read-only. One listener for all blocks of an
 * editor, because each key notifies every listener.
 */
function onEditable(editor: Editor, changed: () => void): () => void {
  const listeners = whenEditable.get(editor) ?? new Set();
  if (!whenEditable.has(editor)) {
    whenEditable.set(editor, listeners);
    let was = editor.isEditable;
    editor.on('transaction', () => {
      if (was === editor.isEditable) return;
      was = editor.isEditable;
      for (const it of listeners) it();
    });
  }
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
}

export function codeView({
  node,
  view,
  editor,
  getPos,
  ask,
}: {
  node: Node;
  view: EditorView;
  editor: Editor;
  getPos: () => number | undefined;
  ask: (asked: LanguageRequest) => void;
}): NodeView {
  let now = node;
  const dom = document.createElement('figure');
  dom.className = 'code-block group';
  dom.dir = 'ltr';
  const bar = document.createElement('div');
  bar.className = 'code-bar';
  bar.contentEditable = 'false';
  const language = tool(texts.language);
  const copy = tool(texts.copy);
  copy.textContent = texts.copy;
  bar.append(language, copy);
  const pre = document.createElement('pre');
  const code = document.createElement('code');
  code.spellcheck = false;
  pre.append(code);
  dom.append(bar, pre);

  const named = () => {
    const name = languageName(String(now.attrs['language'] ?? ''));
    language.textContent = name;
    language.ariaLabel = `${texts.language}: ${name}`;
    language.disabled = !editor.isEditable;
    dom.ariaLabel = `${texts.name}, ${name}`;
  };
  named();
  copy.addEventListener('click', () => copyCode(now.textContent));
  language.addEventListener('click', () => {
    if (!editor.isEditable) return;
    ask({
      at: language.getBoundingClientRect(),
      now: String(now.attrs['language'] ?? ''),
      choose(chosen) {
        const position = getPos();
        if (position === undefined) return;
        editor.view.dispatch(editor.state.tr.setNodeAttribute(position, 'language', chosen));
        editor.commands.focus(position + 1 + now.content.size);
      },
      leave: () => language.focus(),
    });
  });
  let uncoloured = requestHighlighting(view, dom, getPos);
  const deaf = onEditable(editor, named);
  return {
    dom,
    contentDOM: code,
    update(next) {
      if (next.type !== now.type) return false;
      const renamed = next.attrs['language'] !== now.attrs['language'];
      now = next;
      if (renamed) {
        named();
        uncoloured();
        uncoloured = requestHighlighting(view, dom, getPos);
      }
      return true;
    },
    stopEvent: (event) => bar.contains(event.target as HTMLElement),
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !code.contains(mutation.target),
    destroy: () => {
      uncoloured();
      deaf();
    },
  };
}
