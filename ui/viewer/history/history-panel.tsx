/** The refresh schedule of a source, the clips and citations of its text, and its versions. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { SourceVersion } from '#core/contract/version.ts';
import { addInterval } from '#core/text/interval.ts';
import { listText, momentText } from '#ui/kit/format.ts';
import { intervalTexts } from '#ui/kit/texts/interval.ts';
import { historyTexts as texts } from './texts.ts';
import { api, messageOf } from '../../client/api.ts';
import { putSource } from '../../client/thread-cache.ts';
import { keys, useRefreshReport, useVersions } from '../../client/queries.ts';
import { Skeleton } from '../../kit/empty-state.tsx';
import { Button } from '../../kit/button.tsx';
import { IntervalPicker } from '../../kit/interval-picker.tsx';
import { toast } from '../../kit/toast.ts';
import { useRovingList } from '../../kit/use-roving-list.ts';
import { outcomesOf } from './outcomes.ts';

const DiffSheet = lazy(async () => ({ default: (await import('./diff-sheet.tsx')).DiffSheet }));
const ReportSheet = lazy(async () => ({
  default: (await import('./report-sheet.tsx')).ReportSheet,
}));

export type HistorySheet = { what: 'diff'; from: number; to?: number } | { what: 'report' };

/** The panel's dialogs; next to it, so that they outlive a popover. */
export function HistorySheets({
  source,
  opened,
  onClose,
}: {
  source: Source;
  opened: HistorySheet | undefined;
  onClose: () => void;
}) {
  return (
    <Suspense>
      {opened?.what === 'diff' && (
        <DiffSheet
          source={source}
          from={opened.from}
          to={opened.to ?? source.version}
          onClose={onClose}
        />
      )}
      {opened?.what === 'report' && <ReportSheet source={source} onClose={onClose} />}
    </Suspense>
  );
}

export function HistoryPanel({
  source,
  onOpen,
}: {
  source: Source;
  onOpen: (it: HistorySheet) => void;
}) {
  const cache = useQueryClient();
  const versions = useVersions(source);
  const report = useRefreshReport(source._id, source.version);
  const roving = useRovingList<HTMLOListElement>({ count: versions.data?.versions.length ?? 0 });
  const settle = {
    onSuccess: (now: Source) => {
      putSource(cache, now);
      void cache.invalidateQueries({ queryKey: keys.sources });
    },
    onError: (error: unknown) => toast.error(messageOf(error)),
  };
  const refresh = useMutation({ mutationFn: () => api.refreshSource(source._id), ...settle });
  const schedule = useMutation({
    mutationFn: (every: string) => api.scheduleSource(source._id, every || null),
    ...settle,
  });
  // The chosen interval until the server has responded; the previous one if it refuses.
  const every = schedule.isPending ? schedule.variables : (source.refreshEvery ?? '');
  const busy = refresh.isPending || source.refreshing === true;
  const next = every
    ? addInterval(new Date(source.refreshedAt ?? source.createdAt), every)
    : undefined;
  return (
    <>
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-sm font-medium">{texts.version(source.version)}</p>
        <Button disabled={busy} onClick={() => refresh.mutate()}>
          <RefreshCw size={15} aria-hidden className={busy ? 'motion-safe:animate-spin' : ''} />
          {busy ? texts.busy : texts.refresh}
        </Button>
      </div>
      {source.refreshedAt && (
        <p className="mt-1 text-xs text-ink-soft">
          <time dateTime={source.refreshedAt}>
            {texts.refreshed(momentText(source.refreshedAt))}
          </time>
        </p>
      )}
      {source.refreshError && !busy && (
        <p className="mt-2 rounded-control bg-warn-soft px-2.5 py-2 text-xs text-pretty text-warn">
          {texts.lastFailed(source.refreshError.message)}
        </p>
      )}
      <div className="mt-3">
        <IntervalPicker
          key={source.refreshEvery}
          label={intervalTexts.every}
          value={every}
          onChange={(value) => schedule.mutate(value)}
        />
      </div>
      {next && next.getTime() > Date.now() && (
        <p className="mt-1 text-right text-xs text-ink-faint">
          <time dateTime={next.toISOString()}>{texts.next(momentText(next))}</time>
        </p>
      )}
      {report.data && report.data.anchors.length > 0 && (
        <button
          type="button"
          onClick={() => onOpen({ what: 'report' })}
          className="mt-3 block w-full rounded-control bg-sunken px-2.5 py-2 text-left text-xs hover:bg-hover"
        >
          <span className="block font-medium">{texts.usedIn}</span>
          <span className="block text-ink-soft">{outcomesOf(report.data)}</span>
        </button>
      )}
      <h3 className="mt-4 mb-1 text-xs font-medium text-ink-soft">{texts.versions}</h3>
      {versions.error && (
        <p role="alert" className="text-xs text-danger">
          {messageOf(versions.error)}
        </p>
      )}
      {versions.isPending && <Skeleton className="h-11" />}
      <ol ref={roving} aria-label={texts.versions} className="-mx-1 divide-y divide-line">
        {versions.data?.versions
          .toSorted((one, two) => two.version - one.version)
          .map((it) => (
            <Row
              key={it.version}
              version={it}
              onCompare={() =>
                onOpen(
                  it.held
                    ? { what: 'diff', from: source.version, to: it.version }
                    : { what: 'diff', from: it.version },
                )
              }
            />
          ))}
      </ol>
    </>
  );
}

function Row({ version, onCompare }: { version: SourceVersion; onCompare: () => void }) {
  const counts = listText(
    (['added', 'removed', 'changed'] as const).flatMap((what) =>
      version[what] ? [texts.counts[what](version[what])] : [],
    ),
  );
  return (
    <li className="flex min-h-target items-center gap-2 px-1 py-1.5 text-sm">
      <span className="min-w-0 flex-1">
        <time dateTime={version.readAt} className="block truncate">
          {momentText(version.readAt)}
        </time>
        {version.held && <span className="block text-xs text-warn">{texts.held}</span>}
        {counts && <span className="block truncate text-xs text-ink-soft">{counts}</span>}
      </span>
      {version.current ? (
        <span className="text-xs text-ink-soft">{texts.current}</span>
      ) : (
        <Button look="quiet" className="px-2! text-[0.8125rem]!" onClick={onCompare}>
          {texts.compare}
        </Button>
      )}
    </li>
  );
}
