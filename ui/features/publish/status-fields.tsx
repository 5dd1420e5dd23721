/** Who can read the post, and from when. */
import { CalendarClock, ChevronDown, X } from 'lucide-react';
import { LearningLevel, PostStatus } from '#core/contract/post.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { Segments } from '#ui/kit/segments.tsx';
import { Switch } from 'radix-ui';
import { useId } from 'react';
import { momentText } from '#ui/kit/format.ts';
import { publishTexts as texts } from './texts.ts';
import { Field, INPUT } from './field.tsx';
import { localTime, type Fields, type Problems } from './fields.ts';

const STATUSES = [
  PostStatus.draft,
  PostStatus.published,
  PostStatus.archived,
  PostStatus.deleted,
] as const;
const LEVELS = LearningLevel.options.map((value) => ({ value, label: texts.levels[value] }));
const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

interface StatusProps {
  fields: Fields;
  problems: Problems;
  /** it is published */
  published: boolean;
  /** its scheduled time */
  scheduledAt: string | null;
  onChange: (part: Partial<Fields>) => void;
}

export function StatusFields({ fields, problems, published, scheduledAt, onChange }: StatusProps) {
  const mayWait = fields.status === PostStatus.published && !published;
  return (
    <>
      <Field label={texts.status} hint={texts.statusHints[fields.status]} problem={problems.status}>
        {(ids) => (
          <span className="relative block">
            <select
              {...ids}
              value={fields.status}
              onChange={(event) => onChange({ status: Number(event.target.value) })}
              className={`${INPUT} cursor-pointer appearance-none pr-8 [&>option]:bg-raised [&>option]:text-ink`}
            >
              {STATUSES.map((status) => (
                <option key={status} value={status}>
                  {texts.statuses[status]}
                </option>
              ))}
            </select>
            <ChevronDown
              size={15}
              aria-hidden
              className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-faint"
            />
          </span>
        )}
      </Field>
      {mayWait && (
        <Field label={texts.at} hint={texts.atHint(zone())} problem={problems.at}>
          {(ids) => (
            <span className="flex items-center gap-1.5">
              <input
                {...ids}
                type="datetime-local"
                value={fields.at}
                min={localTime(new Date().toISOString())}
                onChange={(event) => onChange({ at: event.target.value })}
                className={`${INPUT} min-w-0`}
              />
              {fields.at !== '' && (
                <IconButton label={texts.atClear} onClick={() => onChange({ at: '' })}>
                  <X size={16} aria-hidden />
                </IconButton>
              )}
            </span>
          )}
        </Field>
      )}
      {scheduledAt !== null && (
        <p
          role="status"
          className="flex items-center gap-2 rounded-control bg-accent-soft px-3 py-2 text-[0.8125rem] text-accent-strong"
        >
          <CalendarClock size={16} aria-hidden className="shrink-0" />
          {texts.waits(momentText(scheduledAt))}
        </p>
      )}
    </>
  );
}

export function ReachFields({ fields, onChange }: Pick<StatusProps, 'fields' | 'onChange'>) {
  const id = useId();
  return (
    <>
      <div>
        <p className="mb-1.5 text-sm font-medium">{texts.level}</p>
        <div className="overflow-x-auto [scrollbar-width:none]">
          <Segments
            label={texts.level}
            options={LEVELS}
            value={fields.level}
            onChange={(level) => onChange({ level: LearningLevel.parse(level) })}
          />
        </div>
      </div>
      <div className="flex items-start gap-3">
        <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer">
          <span className="block text-sm font-medium">{texts.indexable}</span>
          <span id={`${id}-hint`} className="mt-0.5 block text-xs text-ink-soft text-pretty">
            {texts.indexableHint}
          </span>
        </label>
        <Switch.Root
          id={id}
          aria-describedby={`${id}-hint`}
          checked={fields.indexable}
          onCheckedChange={(indexable) => onChange({ indexable })}
          className="relative mt-0.5 h-6 w-10 shrink-0 rounded-full bg-line-field transition-colors duration-(--quick) after:absolute after:-inset-2.5 data-[state=checked]:bg-accent"
        >
          <Switch.Thumb className="block size-5 translate-x-0.5 rounded-full bg-surface shadow-low transition-transform duration-(--quick) data-[state=checked]:translate-x-4.5" />
        </Switch.Root>
      </div>
    </>
  );
}
