import { Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { BlockLocator } from '#core/editor/block-locator.ts';
import { clipActionTexts as texts } from '#ui/kit/texts/clips.ts';
import { AskPopover } from './ask-popover.tsx';
import type { AskedQuestion } from './requests.ts';
import { SelectableText } from './selectable-text.tsx';

interface ClipTextProps {
  text: string;
  place: BlockLocator | undefined;
  className: string;
  underline?: string | undefined;
  /** undefined for people who can't ask here */
  onAsk: ((asked: AskedQuestion) => void) | undefined;
}
interface Picked {
  words: string;
  rect: DOMRect;
}

/** A clip's text; people can ask about a selected part of it. */
export function ClipText({ text, place, className, underline, onAsk }: ClipTextProps) {
  const home = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<Picked>();
  const [asking, setAsking] = useState<Picked>();
  const may = onAsk !== undefined;
  useEffect(() => {
    const element = home.current;
    if (!may || !element) return undefined;
    const read = () => {
      const selection = document.getSelection();
      const within = selection?.anchorNode && element.contains(selection.anchorNode);
      const range =
        selection && within && selection.rangeCount > 0 && !selection.isCollapsed
          ? selection.getRangeAt(0)
          : undefined;
      const words =
        range && element.contains(range.commonAncestorContainer)
          ? (selection?.toString().trim() ?? '')
          : '';
      setPicked(range && words !== '' ? { words, rect: range.getBoundingClientRect() } : undefined);
      if (!within) leave();
    };
    const away = () => setPicked(undefined);
    const leave = () => {
      document.removeEventListener('selectionchange', read);
      document.removeEventListener('scroll', away, { capture: true });
    };
    // Listens from a press on the text on, because otherwise every clip of a long note would handle
    // each key.
    const enter = () => {
      document.addEventListener('selectionchange', read);
      document.addEventListener('scroll', away, { capture: true, passive: true });
    };
    element.addEventListener('pointerdown', enter);
    element.addEventListener('focusin', enter);
    return () => {
      leave();
      element.removeEventListener('pointerdown', enter);
      element.removeEventListener('focusin', enter);
    };
  }, [may]);
  return (
    <>
      <SelectableText ref={home}>
        <blockquote
          dir="auto"
          className={`font-serif leading-relaxed whitespace-pre-line text-ink select-text ${className}`}
        >
          <span
            className="box-decoration-clone"
            style={
              underline === undefined
                ? undefined
                : {
                    textDecoration: 'underline',
                    textDecorationColor: underline,
                    textDecorationThickness: '2px',
                    textUnderlineOffset: '4px',
                  }
            }
          >
            {text}
          </span>
        </blockquote>
      </SelectableText>
      {picked &&
        !asking &&
        createPortal(
          <button
            type="button"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              setAsking(picked);
              setPicked(undefined);
            }}
            style={{
              left: Math.min(
                Math.max(picked.rect.left + picked.rect.width / 2, 56),
                window.innerWidth - 56,
              ),
              top: picked.rect.top > 56 ? picked.rect.top - 8 : picked.rect.bottom + 8,
            }}
            className={`animate-rise fixed z-40 inline-flex min-h-target -translate-x-1/2 items-center gap-1.5 rounded-control border border-line bg-raised px-3 text-[13px] font-medium text-ink shadow-mid hover:bg-hover ${picked.rect.top > 56 ? '-translate-y-full' : ''}`}
          >
            <Sparkles aria-hidden size={15} />
            {texts.askAi}
          </button>,
          document.body,
        )}
      {asking && onAsk && (
        <AskPopover
          about={{ words: asking.words, place }}
          rect={asking.rect}
          onAsk={onAsk}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}
