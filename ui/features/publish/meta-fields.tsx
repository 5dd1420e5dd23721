/** The search title and description, with their recommended length. */
import { clsx } from 'clsx';
import { publishTexts as texts } from './texts.ts';
import { Field, INPUT } from './field.tsx';
import type { Fields, Problems } from './fields.ts';

/** Approximate number of characters that search engines show. */
export const SEARCH_LENGTHS = { title: 60, description: 155 } as const;
const FEW = { title: 25, description: 70 } as const;

function lengthHint(text: string, what: keyof typeof SEARCH_LENGTHS, empty: string): string {
  const { length } = text.trim();
  if (length === 0) return empty;
  return length > SEARCH_LENGTHS[what]
    ? texts.tooLong(SEARCH_LENGTHS[what])
    : length < FEW[what]
      ? texts.tooShort(SEARCH_LENGTHS[what])
      : texts.fits;
}

const Count = ({ text, what }: { text: string; what: keyof typeof SEARCH_LENGTHS }) => (
  <span
    className={clsx(
      'text-xs tabular-nums',
      text.trim().length > SEARCH_LENGTHS[what] ? 'text-warn' : 'text-ink-faint',
    )}
  >
    {texts.length(text.trim().length, SEARCH_LENGTHS[what])}
  </span>
);

export function MetaFields({
  fields,
  problems,
  onChange,
}: {
  fields: Fields;
  problems: Problems;
  onChange: (part: Partial<Fields>) => void;
}) {
  const { metaTitle, metaDescription, title, gist } = fields;
  return (
    <>
      <Field
        label={texts.metaTitle}
        hint={lengthHint(metaTitle, 'title', texts.metaTitleHint)}
        problem={problems.metaTitle}
        aside={<Count text={metaTitle || title} what="title" />}
      >
        {(ids) => (
          <input
            {...ids}
            value={metaTitle}
            placeholder={title}
            onChange={(event) => onChange({ metaTitle: event.target.value })}
            className={INPUT}
          />
        )}
      </Field>
      <Field
        label={texts.metaDescription}
        hint={lengthHint(metaDescription, 'description', texts.metaDescriptionHint)}
        problem={problems.metaDescription}
        aside={<Count text={metaDescription || gist} what="description" />}
      >
        {(ids) => (
          <textarea
            {...ids}
            rows={3}
            value={metaDescription}
            placeholder={gist}
            onChange={(event) => onChange({ metaDescription: event.target.value })}
            className={`${INPUT} resize-y py-2 leading-normal`}
          />
        )}
      </Field>
    </>
  );
}
