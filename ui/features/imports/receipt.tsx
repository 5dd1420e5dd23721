/** Every line of an import with its result. */
import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Import, ImportItem } from '#core/contract/import.ts';
import { messageOf } from '#ui/client/api.ts';
import { useReceipt } from '#ui/client/import-queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { Segments } from '#ui/kit/segments.tsx';
import { receiptTexts as texts } from './texts.ts';

const TONES: Record<ImportItem['state'], string> = {
  waiting: 'text-ink-soft',
  running: 'text-ink-soft',
  added: 'text-accent',
  duplicate: 'text-ink-soft',
  skipped: 'text-ink-soft',
  failed: 'text-danger',
};
const FILTERS = [
  { value: '', label: texts.all },
  ...(['failed', 'duplicate', 'added'] as const).map((value) => ({
    value,
    label: texts.states[value],
  })),
];

export function Receipt({ known, onClose }: { known: Import; onClose: () => void }) {
  const [state, setState] = useState('');
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useReceipt(known._id, state);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title}
      description={known.name}
      footer={
        <a
          href={`/api/imports/${known._id}/receipt`}
          download={`gloss-import-${known._id}.jsonl`}
          className={buttonClass()}
        >
          <Download size={15} aria-hidden />
          {texts.save}
        </a>
      }
    >
      <div className="mb-3 overflow-x-auto">
        <Segments label={texts.result} options={FILTERS} value={state} onChange={setState} />
      </div>
      {isPending && <Skeleton className="h-40 rounded-card!" />}
      {error && !data && (
        <EmptyState title={texts.failed} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>{texts.retry}</Button>
        </EmptyState>
      )}
      {data && items.length === 0 && (
        <p className="py-8 text-center text-sm text-ink-soft">{texts.none}</p>
      )}
      <ol aria-label={texts.lines} className="divide-y divide-line">
        {items.map((it) => (
          <li key={`${it.line}.${it.entry}`} className="flex gap-3 py-2.5 text-sm">
            <span className="w-9 shrink-0 pt-px text-right text-xs text-ink-faint tabular-nums">
              {it.line}
            </span>
            <div className="min-w-0 flex-1">
              <p className="truncate">{it.title ?? it.input}</p>
              {it.title && <p className="truncate text-xs text-ink-soft">{it.input}</p>}
              {(it.message ?? it.of) && (
                <p className="mt-0.5 text-xs text-ink-soft text-pretty">
                  {it.message ?? texts.sameAs(it.of ?? '')}
                  {it.next && ` ${it.next}`}
                </p>
              )}
            </div>
            <span className={clsx('shrink-0 pt-px text-xs font-medium', TONES[it.state])}>
              {texts.states[it.state]}
            </span>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className="mt-3 text-center">
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
