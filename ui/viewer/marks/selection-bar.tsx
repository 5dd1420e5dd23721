import { useQueryClient } from '@tanstack/react-query';
import { Copy, Highlighter, Sparkles, Timer, Underline } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useMemo } from 'react';
import type { Me } from '#core/contract/account.ts';
import { keys } from '#ui/client/queries.ts';
import { CLIP_COLORS } from '#ui/kit/clip-colors.tsx';
import { clipActionTexts } from '#ui/kit/texts/clips.ts';
import { toast } from '../../kit/toast.ts';
import { ToolButton } from '../tool-button.tsx';
import { rectOf, type SelectionSpot } from './selection-spot.ts';
import { markTexts as texts } from './texts.ts';

export interface MarkStyle {
  color: string;
  underline: boolean;
}

interface SelectionBarProps {
  spot: SelectionSpot;
  text: string;
  /** Undefined for people who may only view. */
  onSave: (() => void) | undefined;
  /** Styles of the clip in its source; undefined if it has none, and for viewers. */
  style?: { color: string; onMark: (style: MarkStyle) => void } | undefined;
  /** Saves the current second with its text; undefined if nothing plays. */
  onMoment?: (() => void) | undefined;
  /**
   * Undefined for people who can't ask here. Without questions left, it explains how to get more.
   */
  onAsk?: (() => void) | undefined;
  /** Called for Escape. */
  onClose: () => void;
}

function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast.success(texts.copied),
    (problem: unknown) => {
      console.error(problem);
      toast.error(texts.notCopied);
    },
  );
}

/**
 * The tools for selected text, above it; below it on touch screens, where the system's own menu is
 * above. Pressing the bar keeps the selection.
 */
export function SelectionBar({
  spot,
  text,
  onSave,
  style,
  onMoment,
  onAsk,
  onClose,
}: SelectionBarProps) {
  const anchor = useMemo(
    () => ({ current: { getBoundingClientRect: () => rectOf(spot) } }),
    [spot],
  );
  const me = useQueryClient().getQueryData<Me | null>(keys.me);
  const isSpent = (me?.limits.question_n_answers ?? 1) <= 0;
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  return (
    <Popover.Root open>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          role="toolbar"
          aria-label={texts.selectedText}
          side={isTouch ? 'bottom' : 'top'}
          sideOffset={isTouch ? 12 : 8}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={onClose}
          onPointerDown={(event) => event.preventDefault()}
          className="animate-rise z-40 flex max-w-[calc(100vw-16px)] flex-wrap items-center gap-0.5 rounded-card border border-line bg-raised p-1 shadow-mid max-sm:max-w-76"
        >
          {onSave && (
            <BarButton
              icon={Highlighter}
              label={texts.saveClip}
              hint={style && texts.saveClipHint}
              onPress={onSave}
            />
          )}
          {onMoment && (
            <BarButton
              icon={Timer}
              label={texts.saveMoment}
              hint={texts.saveMomentHint}
              onPress={onMoment}
            />
          )}
          {style && <MarkStyles {...style} />}
          {onAsk && (
            <BarButton
              icon={Sparkles}
              label={isSpent ? texts.upgrade : clipActionTexts.askAi}
              onPress={onAsk}
            />
          )}
          <ToolButton
            icon={Copy}
            label={texts.copy}
            shortcut="copy"
            onClick={() => copyText(text)}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function BarButton({
  icon: Icon,
  label,
  hint,
  onPress,
}: {
  icon: LucideIcon;
  label: string;
  hint?: string | undefined;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onPress}
      data-tooltip={hint}
      className="inline-flex min-h-target items-center gap-1.5 rounded-control px-2.5 text-[13px] font-medium whitespace-nowrap text-ink hover:bg-hover"
    >
      <Icon aria-hidden size={15} />
      {label}
    </button>
  );
}

function MarkStyles({ color, onMark }: { color: string; onMark: (style: MarkStyle) => void }) {
  return (
    <>
      <div
        role="group"
        aria-label={texts.highlight}
        className="flex border-x border-line px-0.5 max-sm:order-first max-sm:w-full max-sm:justify-between max-sm:border-x-0 max-sm:border-b max-sm:pb-1"
      >
        {CLIP_COLORS.map((it) => (
          <button
            key={it.color}
            type="button"
            aria-label={texts.highlightIn(it.name)}
            data-tooltip={texts.highlightIn(it.name)}
            onClick={() => onMark({ color: it.color, underline: false })}
            className="grid size-8 place-items-center rounded-full hover:bg-hover pointer-coarse:size-11"
          >
            <span className="size-4.5 rounded-full" style={{ backgroundColor: it.color }} />
          </button>
        ))}
      </div>
      <ToolButton
        icon={Underline}
        label={texts.underline}
        shortcut="underline"
        onClick={() => onMark({ color, underline: true })}
      />
    </>
  );
}
