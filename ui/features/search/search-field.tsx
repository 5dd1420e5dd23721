/** The search box: the query, with chips for its operators and value suggestions. */
import { SearchIcon } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { parseSearch } from '#core/text/search-query.ts';
import { useSearchNames } from '#ui/client/queries.ts';
import { useDebounced } from '#ui/kit/use-debounced.ts';
import { OperatorChips, Suggestions } from './operators.tsx';
import { suggestionsAt } from './suggestions.ts';
import { searchTexts as texts } from './texts.ts';

const PAUSE_MS = 250;

interface QueryText {
  text: string;
  caret: number;
  /** the query before the last pause */
  typed: string;
  /** like `typed`, or empty if there is nothing to search for */
  q: string;
  /** it ends with an operator without a value */
  isUnfinished: boolean;
  field: RefObject<HTMLInputElement | null>;
  type(text: string): void;
  select(caret: number): void;
  /** Sets the query and focuses the field. */
  write(text: string, caret?: number): void;
}

/** `tag:` at the end has no value yet. */
const isUnfinished = (text: string): boolean => /(?:^|\s)-?\p{L}+:["“„«]?$/u.test(text);
/** `tag:` alone searches nothing yet. */
function isAsking(text: string): boolean {
  const { words, conditions, problems } = parseSearch(text);
  return words !== '' || conditions.length > 0 || (problems.length > 0 && !isUnfinished(text));
}

/** `address`: the query in the address, which the field follows when it changes elsewhere. */
export function useQueryText(address: string): QueryText {
  const [text, setText] = useState(address);
  const [caret, setCaret] = useState(address.length);
  const typed = useDebounced(text.trim(), PAUSE_MS);
  const field = useRef<HTMLInputElement>(null);
  // The typed query returns through the address.
  const [last, setLast] = useState(address);
  if (last !== address) {
    setLast(address);
    if (address !== typed) setText(address);
  }
  return {
    text,
    caret,
    typed,
    q: isAsking(typed) ? typed : '',
    isUnfinished: isUnfinished(typed),
    field,
    type: setText,
    select: setCaret,
    write(next, at = next.length) {
      setText(next);
      setCaret(at);
      field.current?.focus();
      // The field has the new text after the next paint.
      requestAnimationFrame(() => field.current?.setSelectionRange(at, at));
    },
  };
}

export function SearchField({ query }: { query: QueryText }) {
  const { text, caret, field } = query;
  const names = useSearchNames().data;
  return (
    <>
      <div className="relative">
        <SearchIcon
          size={19}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-faint"
        />
        <input
          type="search"
          aria-label={texts.field}
          placeholder={texts.placeholder}
          autoFocus
          ref={field}
          value={text}
          onChange={(event) => {
            query.type(event.target.value);
            query.select(event.target.selectionStart ?? event.target.value.length);
          }}
          onSelect={(event) => query.select(event.currentTarget.selectionStart ?? text.length)}
          className="h-13 w-full rounded-card border border-line-field bg-surface pr-4 pl-11.5 text-base shadow-low placeholder:text-ink-faint"
        />
      </div>
      {names && (
        <Suggestions
          suggestions={suggestionsAt(text, caret, names)}
          onPick={(it) => query.write(it.text, it.caret)}
        />
      )}
      <OperatorChips text={text} onChange={query.write} />
    </>
  );
}
