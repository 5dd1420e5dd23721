import { clsx } from 'clsx';
import type { Source } from '#core/contract/source.ts';
import { historyTexts as texts } from './texts.ts';
import { useRefreshReport } from '../../client/queries.ts';
import { Sheet } from '../../kit/dialog.tsx';
import { outcomesOf } from './outcomes.ts';

const TONES = {
  same: 'text-ink-soft',
  moved: 'text-ink-soft',
  changed: 'text-warn',
  lost: 'text-danger',
};
const ORDER = ['lost', 'changed', 'moved', 'same'];

/**
 * The clips, highlights and citations of a source, and whether a refresh found each quote again.
 * Lost and changed quotes come first.
 */
export function ReportSheet({ source, onClose }: { source: Source; onClose: () => void }) {
  const { data } = useRefreshReport(source._id, source.version);
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.usedIn}
      {...(data && { description: texts.report(data.version, outcomesOf(data)) })}
    >
      <ul aria-label={texts.quotes} className="divide-y divide-line">
        {data?.anchors
          .toSorted((one, two) => ORDER.indexOf(one.outcome) - ORDER.indexOf(two.outcome))
          .map((it, at) => (
            <li key={at} className="py-3 text-sm">
              <p className="flex gap-2 text-xs">
                <span className={clsx('font-medium', TONES[it.outcome])}>
                  {texts.outcomes[it.outcome]}
                </span>
                <span className="text-ink-soft">
                  {it.threadTitle ? texts.useIn[it.what](it.threadTitle) : texts.use[it.what]}
                </span>
              </p>
              <blockquote
                dir="auto"
                className={clsx(
                  'mt-1 font-serif text-[0.9375rem] leading-relaxed',
                  it.outcome === 'lost' && 'text-ink-soft line-through decoration-danger',
                )}
              >
                {it.quote}
              </blockquote>
              {it.now && it.outcome === 'changed' && (
                <p dir="auto" className="mt-1 font-serif text-[0.9375rem] leading-relaxed">
                  <span className="sr-only">{texts.now}</span>
                  {it.now}
                </p>
              )}
            </li>
          ))}
      </ul>
    </Sheet>
  );
}
