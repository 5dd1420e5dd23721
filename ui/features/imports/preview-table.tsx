import { clsx } from 'clsx';
import { useState } from 'react';
import type { ImportPreview } from '#core/contract/import.ts';
import { Segments } from '#ui/kit/segments.tsx';
import { importDialogTexts as texts } from './texts.ts';

type Verdict = keyof ImportPreview['totals'];
const TONES: Record<Verdict, string> = {
  new: 'text-accent',
  listing: 'text-accent',
  known: 'text-ink-soft',
  repeated: 'text-ink-soft',
  bookmark: 'text-ink-soft',
  unreadable: 'text-danger',
};
/** more lines than a person reads before deciding */
const SHOWN = 200;

/** The content of a file line by line, with the expected results. */
export function PreviewTable({ preview }: { preview: ImportPreview }) {
  const [only, setOnly] = useState('');
  const verdicts = (Object.keys(TONES) as Verdict[]).filter((it) => preview.totals[it] > 0);
  const rows = [
    ...preview.entries.map((it) => ({
      line: it.line,
      verdict: it.verdict,
      title: it.title ?? it.url ?? '',
      detail: it.why ?? (it.title ? it.url : undefined),
      marks: [it.folder, ...it.tags].filter((mark) => mark !== undefined),
    })),
    ...preview.unread.map((it) => ({
      line: it.line,
      verdict: 'unreadable' as const,
      title: it.text,
      detail: it.why,
      marks: [],
    })),
  ]
    .filter((it) => only === '' || it.verdict === only)
    .toSorted((one, two) => one.line - two.line);
  return (
    <div>
      <p className="text-sm">
        <span className="font-medium">{preview.label}</span>
        <span className="text-ink-soft">
          {texts.join}
          {texts.entries(preview.entries.length + preview.unread.length)}
        </span>
      </p>
      <div className="mt-2.5 mb-1 overflow-x-auto">
        <Segments
          label={texts.show}
          value={only}
          onChange={setOnly}
          options={[
            { value: '', label: texts.all },
            ...verdicts.map((it) => ({
              value: it,
              label: texts.verdict(texts.verdicts[it], preview.totals[it]),
            })),
          ]}
        />
      </div>
      <ol aria-label={texts.list} className="divide-y divide-line">
        {rows.slice(0, SHOWN).map((it) => (
          <li key={`${it.line} ${it.title}`} className="flex gap-3 py-2 text-sm">
            <div className="min-w-0 flex-1">
              <p className="truncate">{it.title}</p>
              {it.detail && (
                <p
                  className={clsx(
                    'text-xs text-ink-soft',
                    it.verdict !== 'unreadable' && it.verdict !== 'bookmark' && 'truncate',
                  )}
                >
                  {it.detail}
                </p>
              )}
              {it.marks.length > 0 && (
                <p className="mt-0.5 truncate text-xs text-ink-faint">
                  {it.marks.join(texts.join)}
                </p>
              )}
            </div>
            <span className={clsx('shrink-0 pt-px text-xs font-medium', TONES[it.verdict])}>
              {texts.verdicts[it.verdict]}
            </span>
          </li>
        ))}
      </ol>
      {rows.length > SHOWN && (
        <p className="pt-2 text-xs text-ink-faint">{texts.more(rows.length - SHOWN)}</p>
      )}
    </div>
  );
}
