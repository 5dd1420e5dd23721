/** A form field with its label, hint and error. */
import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';

export const INPUT =
  'min-h-10 w-full rounded-control border border-line-field bg-surface px-3 text-sm text-ink placeholder:text-ink-faint aria-invalid:border-danger pointer-coarse:min-h-11';

interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}
interface FieldProps {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  /** at the end of the label's line */
  aside?: ReactNode;
  children: (ids: FieldIds) => ReactNode;
}

export function Field({ label, hint, problem, aside, children }: FieldProps) {
  const id = useId();
  const described = [problem ? `${id}-problem` : '', hint ? `${id}-hint` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id: id,
        'aria-describedby': described || undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      <Problem id={`${id}-problem`} text={problem} />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-ink-soft text-pretty">
          {hint}
        </p>
      )}
    </div>
  );
}

export function Problem({ id, text }: { id?: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p id={id} role="alert" className="mt-1 flex items-start gap-1.5 text-xs text-danger">
      <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
      {text}
    </p>
  );
}

/** A section of the form with a heading. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line pt-5 first:border-0 first:pt-0">
      <h3 className="mb-3.5 text-[0.9375rem] font-semibold">{title}</h3>
      <div className="space-y-4.5">{children}</div>
    </section>
  );
}
