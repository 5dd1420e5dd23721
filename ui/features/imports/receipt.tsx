/** Every line of an import and what became of it. */
import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Import, ImportItem } from '#core/contract/import.ts';
import { messageOf } from '#ui/client/api.ts';
import { useReceipt } from '#ui/client/queries.ts';
import { Blank, Skeleton } from '#ui/kit/blank.tsx';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { Segments } from '#ui/kit/segments.tsx';

const STATES: Record<ImportItem['state'], { name: string; tone: string }> = {
  waiting: { name: 'Waiting', tone: 'text-ink-soft' }, running: { name: 'Reading', tone: 'text-ink-soft' }, added: { name: 'Added', tone: 'text-accent' },
  duplicate: { name: 'Already there', tone: 'text-ink-soft' }, skipped: { name: 'Skipped', tone: 'text-ink-soft' }, failed: { name: 'Failed', tone: 'text-danger' },
};
const FILTERS = [{ value: '', label: 'All' }, { value: 'failed', label: 'Failed' }, { value: 'duplicate', label: 'Already there' }, { value: 'added', label: 'Added' }];

export function Receipt({ known, onClose }: { known: Import; onClose: () => void }) {
  const [state, setState] = useState('');
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useReceipt(known._id);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const shown = items.filter((it) => state === '' || it.state === state);
  return (
    <Sheet open onOpenChange={(open) => { if (!open) onClose(); }} title="Receipt" description={known.name}
      footer={<a href={`/api/imports/${known._id}/receipt`} download={`gloss-import-${known._id}.jsonl`} className={buttonClass()}><Download size={15} aria-hidden />Save as a file</a>}>
      <div className="mb-3 overflow-x-auto"><Segments label="What became of it" options={FILTERS} value={state} onChange={setState} /></div>
      {isPending && <Skeleton className="h-40 rounded-card!" />}
      {error && <Blank title="The receipt could not be read" text={messageOf(error)} />}
      {data && shown.length === 0 && <p className="py-8 text-center text-sm text-ink-soft">{hasNextPage ? 'None among the lines shown so far.' : 'No line of this kind.'}</p>}
      <ol aria-label="Lines" className="divide-y divide-line">
        {shown.map((it) => (
          <li key={`${it.line}.${it.entry}`} className="flex gap-3 py-2.5 text-sm">
            <span className="w-9 shrink-0 pt-px text-right text-xs text-ink-faint tabular-nums">{it.line}</span>
            <div className="min-w-0 flex-1">
              <p className="truncate">{it.title ?? it.input}</p>
              {it.title && <p className="truncate text-xs text-ink-soft">{it.input}</p>}
              {(it.message ?? it.of) && <p className="mt-0.5 text-xs text-ink-soft text-pretty">{it.message ?? `The same as ${it.of}`}{it.next && ` ${it.next}`}</p>}
            </div>
            <span className={clsx('shrink-0 pt-px text-xs font-medium', STATES[it.state].tone)}>{STATES[it.state].name}</span>
          </li>
        ))}
      </ol>
      {hasNextPage && <div className="mt-3 text-center"><Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>Show more</Button></div>}
    </Sheet>
  );
}
