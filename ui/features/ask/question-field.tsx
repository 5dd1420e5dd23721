/** The question field: one line at rest, growing while it is in use. */
import { Maximize2, Minimize2 } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { IconButton } from '#ui/kit/button.tsx';
import { chatTexts as texts } from './texts/chat.ts';

const MOST_ROWS = 5;
/** minimum rows of the expanded field, so that it grows even when the question is short */
const LEAST_ROWS_TALL = 9;
const LONG = 200;

interface QuestionFieldProps {
  text: string;
  onText: (text: string) => void;
  isInUse: boolean;
  isDisabled: boolean;
  placeholder: string;
  onFocus: () => void;
  onSend: () => void;
  /** Called when Escape leaves the field. */
  onLeave: () => void;
}

export function QuestionField({
  text,
  onText,
  isInUse,
  isDisabled,
  placeholder,
  onFocus,
  onSend,
  onLeave,
}: QuestionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isTall, setTall] = useState(false);
  // After sending, the field has its usual height.
  if (isTall && text === '') setTall(false);
  useFieldHeight(field, text, isInUse ? (isTall ? 'tall' : 'grown') : 'line');
  useFocusKey(field);
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isInUse) {
      field.current?.blur();
      onLeave();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSend();
  };
  return (
    <>
      <div className="flex min-h-target min-w-0 flex-1 items-center px-2">
        <textarea
          ref={field}
          id="question"
          dir="auto"
          aria-label={texts.field}
          rows={1}
          value={text}
          disabled={isDisabled}
          placeholder={placeholder}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={pressed}
          onFocus={onFocus}
          className="min-h-6 w-full resize-none bg-transparent text-base leading-6 outline-none placeholder:text-ink-faint disabled:cursor-not-allowed"
        />
      </div>
      {isInUse && text.length > LONG && (
        <IconButton label={isTall ? texts.smaller : texts.larger} onClick={() => setTall(!isTall)}>
          {isTall ? <Minimize2 size={15} /> : <Maximize2 size={15} />}
        </IconButton>
      )}
    </>
  );
}

/** One line at rest; in use the field grows with its text, up to five rows or half of the window. */
function useFieldHeight(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  size: 'line' | 'grown' | 'tall',
): void {
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    const linePx = Number.parseFloat(getComputedStyle(area).lineHeight);
    const [leastPx, mostPx] = {
      line: [0, linePx],
      grown: [0, linePx * MOST_ROWS],
      tall: [linePx * LEAST_ROWS_TALL, innerHeight * 0.5],
    }[size] as [number, number];
    area.style.height = `${Math.min(Math.max(area.scrollHeight, leastPx), mostPx)}px`;
  }, [field, text, size]);
}

/** ⌘Enter focuses the field from outside of dialogs and other fields. */
function useFocusKey(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.defaultPrevented)
        return;
      if (document.activeElement?.closest('[role=dialog],[contenteditable=true],textarea')) return;
      field.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, [field]);
}
