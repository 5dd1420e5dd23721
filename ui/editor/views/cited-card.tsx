import { type ReactNodeViewProps, NodeViewWrapper } from '@tiptap/react';
import {
  Check,
  ChevronDown,
  Clapperboard,
  Copy,
  Ellipsis,
  ListCollapse,
  Trash2,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import type { Citation } from '#core/contract/ask.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { Menu, MenuItem, MenuLine } from '#ui/kit/menu.tsx';
import { toast } from '#ui/kit/toast.ts';
import { aiTexts, clipTexts } from '../texts/ai-blocks.ts';
import { answerTexts } from '../texts/answers.ts';
import { askTexts } from '../texts/ask.ts';
import { useEditorHost } from '../editor-host.ts';
import { useSuggestClips } from './suggest-clips.ts';
import { useFold } from './use-fold.ts';

const Confirm = lazy(() => import('#ui/kit/dialog.tsx').then((it) => ({ default: it.Confirm })));
const TOOL = 'size-8! pointer-coarse:size-11!';

interface CitedCardProps {
  view: ReactNodeViewProps;
  /** `options`: the name of the menu with further actions; no menu without it */
  texts: { name: string; what: string; copy: string; remove: string; options?: string };
  icon?: ReactNode;
  title: ReactNode;
  shrink: boolean;
  /** copied by its button; empty until there is a text */
  text: string;
  citations: readonly Citation[];
  /** in the header, for editors */
  tools?: ReactNode;
  /** while the assistant generates it */
  busy: boolean;
  children: ReactNode;
}

/** A collapsible card with text of the assistant. */
export function CitedCard({
  view,
  texts,
  icon,
  title,
  shrink,
  text,
  citations,
  tools,
  busy,
  children,
}: CitedCardProps) {
  const { readOnly, copyAnswer } = useEditorHost();
  const [folded, fold] = useFold(shrink, (next) => view.updateAttributes({ shrink: next }));
  const [copied, setCopied] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const bodyId = useId();
  const suggestClips = useSuggestClips(view, citations);
  const suggest = busy ? undefined : suggestClips;
  const remove = () => setLeaving(true);
  const copy = () => {
    copyAnswer?.(text, citations);
    setCopied(true);
    setTimeout(() => setCopied(false), 1600);
  };
  return (
    <NodeViewWrapper
      as="section"
      aria-label={texts.name}
      aria-busy={busy}
      data-drag-handle
      className={`note-block group ${view.selected ? 'is-selected' : ''}`}
    >
      <div
        className="rounded-card border border-line bg-surface shadow-low"
        contentEditable={false}
      >
        <div className="flex items-start gap-0.5 py-1.5 pr-1.5 pl-1.5">
          <button
            type="button"
            onClick={fold}
            aria-expanded={!folded}
            aria-controls={bodyId}
            className="flex min-h-8 min-w-0 flex-1 items-start gap-2 rounded-control px-2 py-1.5 text-left font-sans text-[0.9375rem] leading-snug font-semibold hover:bg-hover pointer-coarse:min-h-11"
          >
            <ChevronDown
              size={17}
              aria-hidden
              className={`mt-0.5 shrink-0 text-ink-faint transition-transform duration-(--quick) ${folded ? '-rotate-90' : ''}`}
            />
            {icon}
            <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
          </button>
          {!readOnly && tools}
          {suggest && texts.options === undefined && (
            <IconButton label={clipTexts.suggest} onClick={suggest} className={TOOL}>
              <Clapperboard size={15} aria-hidden />
            </IconButton>
          )}
          {text !== '' && copyAnswer && (
            <IconButton label={texts.copy} onClick={copy} className={TOOL}>
              {copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
            </IconButton>
          )}
          {!readOnly &&
            (texts.options === undefined ? (
              <IconButton label={texts.remove} onClick={remove} className={TOOL}>
                <Trash2 size={15} aria-hidden />
              </IconButton>
            ) : (
              <CardMenu
                label={texts.options}
                folded={folded}
                onFold={fold}
                onSuggest={suggest}
                remove={texts.remove}
                onRemove={remove}
              />
            ))}
        </div>
        <div id={bodyId} hidden={folded} className="border-t border-line px-4 py-3.5">
          {children}
        </div>
      </div>
      {leaving && (
        <Suspense>
          <Confirm
            open
            onOpenChange={setLeaving}
            title={askTexts.sure.title(texts.what)}
            text={askTexts.sure.text}
            action={askTexts.sure.action}
            onConfirm={() => {
              view.deleteNode();
              toast.success(answerTexts.deleted);
            }}
          />
        </Suspense>
      )}
    </NodeViewWrapper>
  );
}

interface CardMenuProps {
  label: string;
  folded: boolean;
  onFold: () => void;
  onSuggest: (() => void) | undefined;
  remove: string;
  onRemove: () => void;
}

const CardMenu = ({ label, folded, onFold, onSuggest, remove, onRemove }: CardMenuProps) => (
  <Menu
    trigger={
      <IconButton label={label} className={TOOL}>
        <Ellipsis size={17} aria-hidden />
      </IconButton>
    }
  >
    {onSuggest && (
      <MenuItem onSelect={onSuggest}>
        <Clapperboard size={16} aria-hidden />
        {clipTexts.suggest}
      </MenuItem>
    )}
    <MenuItem onSelect={onFold}>
      <ListCollapse size={16} aria-hidden />
      {folded ? aiTexts.expand : aiTexts.collapse}
    </MenuItem>
    <MenuLine />
    <MenuItem danger onSelect={onRemove}>
      <Trash2 size={16} aria-hidden />
      {remove}
    </MenuItem>
  </Menu>
);
