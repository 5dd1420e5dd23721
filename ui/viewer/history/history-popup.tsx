import { useMutation, useQueryClient } from '@tanstack/react-query';
import { format } from 'date-fns/format';
import { RefreshCw } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { SourceVersion } from '#core/contract/version.ts';
import { api, messageOf } from '../../client/api.ts';
import { putSource } from '../../client/events.ts';
import { useRefreshReport, useVersions } from '../../client/queries.ts';
import { Button } from '../../kit/button.tsx';
import { floatClass } from '../../kit/float.ts';
import type { PopupProps } from '../../kit/popup.tsx';
import { toast } from '../../kit/toast.ts';
import { DiffSheet } from './diff-sheet.tsx';
import { outcomesOf } from './outcomes.ts';
import { ReportSheet } from './report-sheet.tsx';

const INTERVALS = [{ every: '', name: 'never' }, { every: 'P1D', name: 'every day' }, { every: 'P1W', name: 'every week' }, { every: 'P1M', name: 'every month' }];

type Opened = { what: 'diff'; from: number } | { what: 'report' };

export function HistoryPopup({ source, trigger, defaultOpen }: PopupProps & { source: Source }) {
  const [opened, setOpened] = useState<Opened>();
  const [shown, setShown] = useState(defaultOpen);
  const open = (it: Opened) => { setShown(false); setOpened(it); };
  return (
    <>
      <Popover.Root open={shown} onOpenChange={setShown}>
        <Popover.Trigger asChild>{trigger}</Popover.Trigger>
        <Popover.Portal>
          <Popover.Content align="end" sideOffset={6} collisionPadding={8} aria-label="Versions and refresh" className={floatClass('max-h-[70dvh] w-88 max-w-[calc(100vw-1rem)] overflow-y-auto p-4!')}>
            <Panel source={source} onOpen={open} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {opened?.what === 'diff' && <DiffSheet source={source} from={opened.from} onClose={() => setOpened(undefined)} />}
      {opened?.what === 'report' && <ReportSheet source={source} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function Panel({ source, onOpen }: { source: Source; onOpen: (it: Opened) => void }) {
  const cache = useQueryClient();
  const versions = useVersions(source);
  const report = useRefreshReport(source._id, source.version);
  const settle = { onSuccess: (now: Source) => putSource(cache, now), onError: (error: unknown) => toast.error(messageOf(error)) };
  const refresh = useMutation({ mutationFn: () => api.refreshSource(source._id), ...settle });
  const schedule = useMutation({ mutationFn: (every: string) => api.scheduleSource(source._id, every || null), ...settle });
  const every = schedule.isPending ? schedule.variables : source.refreshEvery ?? '';
  const busy = refresh.isPending || source.refreshing === true;
  return (
    <>
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-sm">
          <span className="block font-medium">Version {source.version}</span>
          {source.refreshedAt && <span className="block text-xs text-ink-soft">checked <time dateTime={source.refreshedAt}>{format(source.refreshedAt, 'MMM dd, yyyy, HH:mm')}</time></span>}
        </p>
        <Button disabled={busy} onClick={() => refresh.mutate()}><RefreshCw size={15} aria-hidden className={busy ? 'motion-safe:animate-spin' : ''} />{busy ? 'Checking…' : 'Refresh now'}</Button>
      </div>
      {source.refreshError && !busy && <p className="mt-2 rounded-control bg-warn-soft px-2.5 py-2 text-xs text-pretty text-warn">The last check did not succeed, and this version stays. {source.refreshError.message}</p>}
      <label className="mt-3 flex items-center gap-2 text-sm">
        <span className="flex-1 text-ink-soft">Look for changes</span>
        <select value={every} onChange={(event) => schedule.mutate(event.target.value)} className="min-h-target rounded-control border border-line-field bg-surface px-2 text-sm">
          {INTERVALS.map((it) => <option key={it.every} value={it.every}>{it.name}</option>)}
          {!INTERVALS.some((it) => it.every === every) && <option value={every}>every {every.replace(/^PT?/, '').toLowerCase()}</option>}
        </select>
      </label>
      {report.data && report.data.anchors.length > 0 && (
        <button type="button" onClick={() => onOpen({ what: 'report' })} className="mt-3 block w-full rounded-control bg-sunken px-2.5 py-2 text-left text-xs hover:bg-hover">
          <span className="block font-medium">What rests on this text</span>
          <span className="block text-ink-soft">{outcomesOf(report.data)}</span>
        </button>
      )}
      <h3 className="mt-4 mb-1 text-xs font-medium text-ink-faint">Versions</h3>
      {versions.error && <p role="alert" className="text-xs text-danger">{messageOf(versions.error)}</p>}
      <ol aria-label="Versions" className="-mx-1 divide-y divide-line">
        {versions.data?.versions.toSorted((one, two) => two.version - one.version).map((it) => <Row key={it.version} version={it} onCompare={() => onOpen({ what: 'diff', from: it.version })} />)}
      </ol>
    </>
  );
}

function Row({ version, onCompare }: { version: SourceVersion; onCompare: () => void }) {
  const counts = [[version.added, 'added'], [version.removed, 'removed'], [version.changed, 'changed']].filter(([count]) => typeof count === 'number' && count > 0).map(([count, word]) => `${count} ${word}`).join(', ');
  return (
    <li className="flex min-h-target items-center gap-2 px-1 py-1.5 text-sm">
      <span className="min-w-0 flex-1">
        <time dateTime={version.readAt} className="block truncate">{format(version.readAt, 'MMM dd, yyyy, HH:mm')}</time>
        {counts && <span className="block truncate text-xs text-ink-soft">{counts}</span>}
      </span>
      {version.current ? <span className="text-xs text-ink-soft">shown</span> : <Button look="quiet" className="px-2! text-[0.8125rem]!" onClick={onCompare}>Compare</Button>}
    </li>
  );
}
