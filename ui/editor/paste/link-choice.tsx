/**
 * The choice below a pasted address: keep the link, add it as a source, or turn it into a chip.
 */
import type { Editor } from '@tiptap/core';
import { useQueryClient } from '@tanstack/react-query';
import { FilePlus2, Link2, Play } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { place } from '#core/editor/blocks/place/block.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { floatClass, rowClass } from '#ui/kit/floating-list.ts';
import { toast } from '#ui/kit/toast.ts';
import { editorTexts } from '../texts/editor.ts';
import type { PastedLink } from './paste.ts';
import { pageOf, secondOf } from './pasted-link.ts';

const texts = editorTexts.paste;

export function LinkChoice({
  editor,
  threadId,
  link,
  onClose,
}: {
  editor: Editor;
  threadId: string;
  link: PastedLink;
  onClose: () => void;
}) {
  const cache = useQueryClient();
  const list = useRef<HTMLDivElement>(null);
  const end = useRef(onClose);
  useEffect(() => {
    end.current = onClose;
  });
  // Continuing to type chooses the link; Tab or the arrow key moves here.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (list.current?.contains(event.target as Node)) {
        const all = [...list.current.querySelectorAll('button')];
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (event.key === 'Escape') {
          event.preventDefault();
          end.current();
          editor.commands.focus();
        }
        if (by !== undefined) {
          event.preventDefault();
          all[
            (all.indexOf(document.activeElement as HTMLButtonElement) + by + all.length) %
              all.length
          ]?.focus();
        }
        return;
      }
      if (event.key === 'ArrowDown' || event.key === 'Tab') {
        event.preventDefault();
        event.stopPropagation();
        list.current?.querySelector('button')?.focus();
        return;
      }
      if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) end.current();
    };
    const point = (event: PointerEvent) => {
      if (!list.current?.contains(event.target as Node)) end.current();
    };
    document.addEventListener('keydown', press, { capture: true });
    document.addEventListener('pointerdown', point);
    return () => {
      document.removeEventListener('keydown', press, { capture: true });
      document.removeEventListener('pointerdown', point);
    };
  }, [editor]);

  const add = async (chip: boolean) => {
    onClose();
    editor.commands.focus();
    try {
      const { added } = await api.addSources(threadId, [{ url: link.address }]);
      void cache.invalidateQueries({ queryKey: keys.anyThread });
      const source = added?.[0] && (await api.loadSource(threadId, added[0]));
      if (chip && source) putChip(editor, link, source);
      else toast.success(texts.added);
    } catch (error) {
      toast.error(messageOf(error) || texts.failed);
    }
  };
  const { bottom, left } = editor.view.coordsAtPos(
    Math.min(link.from + 1, editor.state.doc.content.size),
  );
  const item = (icon: ReactNode, label: string, run: () => void) => (
    <button type="button" role="menuitem" onClick={run} className={rowClass()}>
      {icon}
      {label}
    </button>
  );
  return createPortal(
    <div
      ref={list}
      role="menu"
      aria-label={texts.label}
      className={floatClass('fixed')}
      style={{
        left: Math.min(left, innerWidth - 220),
        top: Math.min(bottom + 6, innerHeight - 140),
      }}
    >
      {item(<Link2 size={16} aria-hidden />, texts.keep, () => {
        onClose();
        editor.commands.focus();
      })}
      {item(<FilePlus2 size={16} aria-hidden />, texts.source, () => void add(false))}
      {item(<Play size={16} aria-hidden />, texts.chip, () => void add(true))}
    </div>,
    document.body,
  );
}

/** Replaces the address, if it is still there. */
function putChip(
  editor: Editor,
  { address }: PastedLink,
  source: { _id: string; medium: 'timed' | 'paged' | 'flow'; title: string },
): void {
  if (editor.isDestroyed) return;
  const at = { timed: () => secondOf(address), paged: () => pageOf(address), flow: () => 1 }[
    source.medium
  ]();
  const chip = {
    type: place.name,
    attrs: place.clean({
      source_id: source._id,
      medium: source.medium,
      place: at,
      ...(source.medium === 'flow' ? { label: source.title } : {}),
    }),
  };
  let range: { from: number; to: number } | undefined;
  editor.state.doc.descendants((node, position) => {
    if (!range && node.isText && node.text === address)
      range = { from: position, to: position + node.nodeSize };
    return !range;
  });
  if (range)
    editor
      .chain()
      .insertContentAt(range, [chip, { type: 'text', text: ' ' }])
      .run();
}
