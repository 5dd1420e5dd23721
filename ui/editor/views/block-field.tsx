import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

interface BlockFieldProps {
  label: string;
  value: string;
  placeholder?: string;
  readOnly: boolean;
  onWrite: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onBlur?: () => void;
  autoFocus?: boolean;
  className?: string;
}

/** Most browsers size a field to its text by themselves. */
const FITS = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

/** A text field inside a block: saved to the document while typing. It grows with its text. */
export function BlockField({
  label,
  value,
  placeholder,
  readOnly,
  onWrite,
  onKeyDown,
  onBlur,
  autoFocus = false,
  className = '',
}: BlockFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(value);
  // Another person edited the same field.
  useEffect(() => {
    setDraft(value);
  }, [value]);
  useEffect(() => {
    if (!field.current || FITS) return;
    field.current.style.height = 'auto';
    field.current.style.height = `${field.current.scrollHeight}px`;
  }, [draft]);
  if (readOnly)
    return value ? (
      <p dir="auto" className={`whitespace-pre-line wrap-anywhere ${className}`}>
        {value}
      </p>
    ) : null;
  return (
    <textarea
      ref={field}
      rows={1}
      dir="auto"
      aria-label={label}
      placeholder={placeholder}
      value={draft}
      autoFocus={autoFocus}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onChange={(event) => {
        setDraft(event.target.value);
        onWrite(event.target.value);
      }}
      className={`block w-full resize-none overflow-hidden field-sizing-content bg-transparent outline-none placeholder:text-ink-faint focus-visible:outline-none ${className}`}
    />
  );
}
