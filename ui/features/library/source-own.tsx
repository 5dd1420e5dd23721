/** The owner's fields of a source: title, note, folder, date and flags. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Archive, Bookmark, Star } from 'lucide-react';
import { useId, useState } from 'react';
import type { OwnFieldsPatch } from '#core/contract/library.ts';
import { SourceFlag, type Source } from '#core/contract/source.ts';
import { messageOf } from '#ui/client/api.ts';
import { libraryApi } from '#ui/client/library-api.ts';
import { keys } from '#ui/client/queries.ts';
import { siteTitleOf } from '#ui/features/sources/index.ts';
import { toast } from '#ui/kit/toast.ts';
import { libraryTexts, sourceTexts as texts } from './texts.ts';

const ICONS = { archive: Archive, favorite: Star, toread: Bookmark } as const;
const FIELD =
  'w-full rounded-control border border-line-field bg-surface px-2.5 text-[0.8125rem] placeholder:text-ink-faint';

export function SourceOwn({
  source,
  onChanged,
}: {
  source: Source;
  onChanged: (source: Source) => void;
}) {
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: (patch: OwnFieldsPatch) => libraryApi.describe(source._id, patch),
    onSuccess: onChanged,
    onError: (error) => toast.error(texts.ownFailed(messageOf(error))),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.sources }),
  });
  const flags = source.flags ?? [];
  return (
    <section aria-label={texts.own}>
      <h2 className="mb-2 font-semibold">{texts.own}</h2>
      <OwnText
        label={texts.ownTitle}
        hint={texts.ownTitleHint}
        value={source.ownTitle ?? ''}
        max={1000}
        onSave={(ownTitle) => change.mutate({ ownTitle })}
      />
      {source.ownTitle !== undefined && source.ownTitle !== siteTitleOf(source) && (
        <p className="mt-1 text-xs text-ink-soft wrap-anywhere">
          {texts.pageTitle(siteTitleOf(source))}
        </p>
      )}
      <OwnText
        label={texts.ownNote}
        hint={texts.ownNoteHint}
        value={source.ownNote ?? ''}
        max={20_000}
        type="lines"
        onSave={(ownNote) => change.mutate({ ownNote })}
      />
      <OwnText
        label={texts.folder}
        hint={texts.folderHint}
        value={source.folder ?? ''}
        max={1000}
        onSave={(folder) => change.mutate({ folder })}
      />
      <OwnText
        label={texts.saved}
        type="date"
        value={source.addedAt === undefined ? '' : localDay(source.addedAt)}
        onSave={(addedAt) => change.mutate({ addedAt })}
      />
      <div role="group" aria-label={texts.flags} className="mt-3 flex flex-wrap gap-1.5">
        {SourceFlag.options.map((flag) => {
          const Icon = ICONS[flag];
          const isSet = flags.includes(flag);
          return (
            <button
              key={flag}
              type="button"
              aria-pressed={isSet}
              disabled={change.isPending}
              onClick={() =>
                change.mutate({
                  flags: isSet ? flags.filter((it) => it !== flag) : [...flags, flag],
                })
              }
              className="flex min-h-target items-center gap-1.5 rounded-full border border-line-field px-3 text-[0.8125rem] aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            >
              <Icon size={14} aria-hidden />
              {libraryTexts.flags[flag]}
            </button>
          );
        })}
      </div>
    </section>
  );
}

/** The value of a date field: the day in the reader's time zone. */
function localDay(at: string): string {
  const date = new Date(at);
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return [
    String(year).padStart(4, '0'),
    ...[month, day].map((n) => String(n).padStart(2, '0')),
  ].join('-');
}

/** Saved when the field is left; null clears it. */
function OwnText({
  label,
  hint,
  value,
  max,
  type = 'text',
  onSave,
}: {
  label: string;
  hint?: string;
  value: string;
  max?: number;
  type?: 'text' | 'lines' | 'date';
  onSave: (value: string | null) => void;
}) {
  const id = useId();
  const [text, setText] = useState(value);
  const [saved, setSaved] = useState(value);
  if (saved !== value) {
    setSaved(value);
    setText(value);
  }
  const save = () => {
    const now = text.trim();
    if (now !== value.trim()) onSave(now === '' ? null : now);
  };
  const field = { id, value: text, maxLength: max, placeholder: hint };
  return (
    <div className="mt-2">
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-ink-soft">
        {label}
      </label>
      {type === 'lines' ? (
        <textarea
          {...field}
          onBlur={save}
          rows={Math.min(8, Math.max(2, text.split('\n').length))}
          onChange={(event) => setText(event.target.value)}
          className={`${FIELD} py-2`}
        />
      ) : (
        <input
          {...field}
          type={type}
          // A partly typed date is no date, and must not count as a cleared one.
          onBlur={(event) => {
            if (event.target.validity.badInput) setText(value);
            else save();
          }}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
          }}
          className={`${FIELD} min-h-target`}
        />
      )}
    </div>
  );
}
