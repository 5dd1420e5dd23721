import { clsx } from 'clsx';
import type { Source } from '#core/contract/source.ts';
import { useRefreshReport } from '../../client/queries.ts';
import { Sheet } from '../../kit/dialog.tsx';
import { OUTCOME_NAMES, outcomesOf } from './outcomes.ts';

const WHAT = { clip: 'Clip', citation: 'Citation of an answer', highlight: 'Highlight' };
const TONES = { same: 'text-ink-soft', moved: 'text-ink-soft', changed: 'text-warn', lost: 'text-danger' };

/** What rests on the text of a source, and where each quote has gone. What needs a look comes first. */
export function ReportSheet({ source, onClose }: { source: Source; onClose: () => void }) {
  const { data } = useRefreshReport(source._id, source.version);
  const order = ['lost', 'changed', 'moved', 'same'];
  return (
    <Sheet open onOpenChange={(open) => { if (!open) onClose(); }} title="What rests on this text" {...(data && { description: `Version ${data.version}: ${outcomesOf(data)}` })}>
      <ul aria-label="Quotes" className="divide-y divide-line">
        {data?.anchors.toSorted((one, two) => order.indexOf(one.outcome) - order.indexOf(two.outcome)).map((it, at) => (
          <li key={at} className="py-3 text-sm">
            <p className="flex gap-2 text-xs"><span className={clsx('font-medium', TONES[it.outcome])}>{OUTCOME_NAMES[it.outcome]}</span><span className="text-ink-soft">{WHAT[it.what]}{it.threadTitle && ` in ${it.threadTitle}`}</span></p>
            <blockquote className={clsx('mt-1 font-serif text-[0.9375rem] leading-relaxed', it.outcome === 'lost' && 'text-ink-soft line-through decoration-danger')}>{it.quote}</blockquote>
            {it.now && it.outcome === 'changed' && <p className="mt-1 font-serif text-[0.9375rem] leading-relaxed"><span className="sr-only">Now: </span>{it.now}</p>}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
