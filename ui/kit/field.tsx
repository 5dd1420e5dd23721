/** A field with its error below. */
import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { PASSWORD_LENGTH } from '#core/contract/account.ts';
import { fieldTexts as texts } from './texts/fields.ts';
import { IconButton } from './button.tsx';
import { passwordStrength, type Strength } from './password-strength.ts';

interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'name'> {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** below it, if there is no error */
  hint?: ReactNode;
  /** next to its label */
  aside?: ReactNode;
  /** inside it, at its end */
  inside?: ReactNode;
}

export function Field({
  name,
  label,
  value,
  onChange,
  error,
  hint,
  aside,
  inside,
  ...rest
}: FieldProps) {
  const id = useId();
  const messageId = `${id}-said`;
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      <div className="relative">
        <input
          {...rest}
          id={id}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={error || hint ? messageId : undefined}
          className={`h-11 w-full rounded-control border bg-surface px-3 text-[0.9375rem] placeholder:text-ink-faint ${inside ? 'pr-12' : ''} ${error ? 'border-danger' : 'border-line-field'}`}
        />
        {inside && (
          <span className="absolute inset-y-0 right-1 grid place-items-center">{inside}</span>
        )}
      </div>
      {(error || hint) && (
        <div
          id={messageId}
          className={`mt-1.5 text-[0.8125rem] text-pretty ${error ? 'text-danger' : 'text-ink-soft'}`}
        >
          {error ?? hint}
        </div>
      )}
    </div>
  );
}

export function PasswordField(props: Omit<FieldProps, 'type' | 'inside' | 'maxLength'>) {
  const [seen, setSeen] = useState(false);
  return (
    <Field
      {...props}
      type={seen ? 'text' : 'password'}
      maxLength={PASSWORD_LENGTH.max}
      spellCheck={false}
      autoCapitalize="none"
      inside={
        <IconButton
          label={seen ? texts.hide : texts.show}
          aria-pressed={seen}
          onClick={() => setSeen(!seen)}
        >
          {seen ? <EyeOff size={17} aria-hidden /> : <Eye size={17} aria-hidden />}
        </IconButton>
      }
    />
  );
}

/** For choosing a new password; `known`: facts about the person that it should not contain. */
export function NewPasswordField({
  known,
  ...props
}: Omit<ComponentProps<typeof PasswordField>, 'hint' | 'autoComplete'> & {
  known?: readonly string[];
}) {
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      hint={
        props.value ? (
          <StrengthMark strength={passwordStrength(props.value, known)} />
        ) : (
          texts.strengthHint(PASSWORD_LENGTH.min)
        )
      }
    />
  );
}

const STEPS: readonly Strength[] = ['weak', 'fair', 'good', 'strong'];

function StrengthMark({ strength }: { strength: Strength }) {
  const reached = STEPS.indexOf(strength) + 1;
  const tone = reached <= 1 ? 'bg-danger' : reached === 2 ? 'bg-warn' : 'bg-accent';
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden className="grid flex-1 grid-cols-4 gap-1">
        {STEPS.map((step, at) => (
          <span
            key={step}
            className={`h-1 rounded-full transition-colors duration-(--quick) ${at < reached ? tone : 'bg-pressed'}`}
          />
        ))}
      </span>
      <span role="status" className="min-w-24 text-right">
        <span className="sr-only">{texts.strength} </span>
        {texts.strengths[strength]}
      </span>
    </span>
  );
}
