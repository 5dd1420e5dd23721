/** The operators of the search box: chips of those in use, values while one is typed, and a hint. */
import { X } from 'lucide-react';
import {
  parseSearch,
  SEARCH_OPERATORS,
  type SearchCondition,
  type SearchOperator,
} from '#core/text/search-query.ts';
import { searchTexts as texts } from './texts.ts';
import { withoutRange, type Suggestion } from './suggestions.ts';

const CHIP =
  'inline-flex min-h-target max-w-full items-center gap-1 rounded-chip text-[0.8125rem] font-medium';

/** One chip for each operator of the query; a list such as `is:failed,gone` is one. */
export function OperatorChips({
  text,
  onChange,
}: {
  text: string;
  onChange: (text: string) => void;
}) {
  const groups = [...Map.groupBy(parseSearch(text).conditions, (it) => it.start).values()];
  if (groups.length === 0) return null;
  return (
    <ul aria-label={texts.operatorsInUse} className="mt-3 flex flex-wrap gap-1.5">
      {groups.map((group) => (
        <Chip key={group[0]?.start} group={group} text={text} onChange={onChange} />
      ))}
    </ul>
  );
}

function Chip({
  group,
  text,
  onChange,
}: {
  group: readonly SearchCondition[];
  text: string;
  onChange: (text: string) => void;
}) {
  const [first] = group;
  if (!first) return null;
  const { operator, isNegated, start, end } = first;
  const values = group.map((it) => it.value).join(', ');
  const label = isNegated ? texts.notOperator(operator, values) : texts.operator(operator, values);
  return (
    <li className={`${CHIP} bg-accent-soft pl-2.5 text-accent`}>
      <span dir="auto" className="truncate">
        {label}
      </span>
      <button
        type="button"
        aria-label={texts.remove(label)}
        onClick={() => onChange(withoutRange(text, start, end))}
        className="grid size-7 shrink-0 place-items-center rounded-chip hover:bg-hover"
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}

/** Values for the operator that is being typed. */
export function Suggestions({
  suggestions,
  onPick,
}: {
  suggestions: readonly Suggestion[];
  onPick: (suggestion: Suggestion) => void;
}) {
  if (suggestions.length === 0) return null;
  return (
    <ul aria-label={texts.suggestions} className="mt-3 flex flex-wrap gap-1.5">
      {suggestions.map((it) => (
        <li key={it.value} className="max-w-full">
          <button
            type="button"
            onClick={() => onPick(it)}
            className={`${CHIP} border border-line bg-surface px-2.5 text-ink hover:bg-hover`}
          >
            <span dir="auto" className="truncate">
              {it.value}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Every operator with what it does; pressing one adds it to the query. */
export function OperatorHint({
  id,
  onAdd,
}: {
  id?: string;
  onAdd: (operator: SearchOperator) => void;
}) {
  return (
    <section
      id={id}
      aria-label={texts.operators}
      className="mt-4 rounded-card border border-line bg-surface p-4 text-[0.8125rem]"
    >
      <h2 className="font-semibold">{texts.operators}</h2>
      <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {(Object.keys(SEARCH_OPERATORS) as SearchOperator[]).map((operator) => (
          <li key={operator}>
            <button
              type="button"
              onClick={() => onAdd(operator)}
              className="-mx-2 flex min-h-target w-full items-baseline gap-3 rounded-control px-2 py-1.5 text-left hover:bg-hover"
            >
              <code className="shrink-0 font-mono text-xs text-accent">
                {`${operator}:${SEARCH_OPERATORS[operator]}`}
              </code>{' '}
              <span className="text-ink-soft">{texts.operatorHints[operator]}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-ink-soft">{texts.operatorsMore}</p>
    </section>
  );
}
