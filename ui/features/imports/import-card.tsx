import { clsx } from 'clsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, Pause, Play, ReceiptText, RotateCcw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Import, ImportLive } from '#core/contract/import.ts';
import { importApi } from '#ui/client/import-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { followImport } from '#ui/client/import-events.ts';
import { keys } from '#ui/client/queries.ts';
import { Button } from '#ui/kit/button.tsx';
import { Confirm } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { clockText, dayText } from '#ui/kit/format.ts';
import { importTexts as texts } from './texts.ts';
import { countsOf, barFractions, timeLeft } from './import-counts.ts';
import { Receipt } from './receipt.tsx';

const FILLS = {
  ready: 'bg-accent',
  duplicates: 'bg-line-strong',
  failed: 'bg-danger',
  running: 'bg-accent opacity-35 motion-safe:animate-pulse',
};

/** Follows the import's events while it runs. */
function useLive(known: Import, follow: boolean): ImportLive | undefined {
  const cache = useQueryClient();
  const [now, setNow] = useState<ImportLive>();
  useEffect(() => {
    if (!follow) return undefined;
    return followImport(known._id, (live) => {
      setNow(live);
      if (live.state === 'running') return;
      void cache.invalidateQueries({ queryKey: keys.imports });
      void cache.invalidateQueries({ queryKey: keys.sources });
    });
  }, [known._id, follow, cache]);
  return follow ? now : undefined;
}

export function ImportCard({ known, live: follow }: { known: Import; live: boolean }) {
  const cache = useQueryClient();
  const live = useLive(known, follow);
  const it = live ?? known;
  const [asks, setAsks] = useState(false);
  const [receipt, setReceipt] = useState(false);
  const steer = useMutation({
    mutationFn: (what: Parameters<typeof importApi.steerImport>[1]) =>
      importApi.steerImport(it._id, what),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: keys.imports });
      void cache.invalidateQueries({ queryKey: keys.receipt(it._id) });
    },
  });
  const open = it.state === 'running' || it.state === 'paused';
  const done = it.ready + it.duplicates + it.skipped + it.failed;
  return (
    <li className="rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 basis-48 truncate text-sm font-medium">{it.name}</h3>
        <span className={clsx('text-xs', it.state === 'paused' ? 'text-warn' : 'text-ink-soft')}>
          {texts.states[it.state]}
          {texts.join}
          <time dateTime={it.createdAt}>{dayText(it.createdAt)}</time>
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={texts.bar(it.name)}
        aria-valuemin={0}
        aria-valuemax={it.total}
        aria-valuenow={done}
        className="mt-3 flex h-2 overflow-hidden rounded-full bg-sunken"
      >
        {barFractions(it).map(({ name, share }) => (
          <span
            key={name}
            className={clsx('h-full transition-[width] duration-(--calm)', FILLS[name])}
            style={{ width: `${share * 100}%` }}
          />
        ))}
      </div>
      <p
        className="mt-2 flex flex-wrap gap-x-3 text-xs text-ink-soft tabular-nums"
        aria-live="polite"
      >
        <span>{countsOf(it)}</span>
        {live && live.perMinute > 0 && <span>{texts.pace(Math.round(live.perMinute))}</span>}
        {live && timeLeft(live.secondsLeft) && <span>{timeLeft(live.secondsLeft)}</span>}
      </p>
      {it.waitsFor && (
        <p role="status" className="mt-2 text-xs text-warn">
          {texts.waitsFor[it.waitsFor]}
        </p>
      )}
      {live && <Hosts hosts={live.hosts} />}
      {live?.lastErrors[0] && (
        <p className="mt-2 flex items-start gap-1.5 text-xs text-ink-soft">
          <CircleAlert size={13} aria-hidden className="mt-px shrink-0 text-danger" />
          <span className="min-w-0">
            <span className="font-medium break-all text-ink">{live.lastErrors[0].input}</span>{' '}
            {live.lastErrors[0].message}
          </span>
        </p>
      )}
      <div className="mt-3 -ml-2 flex flex-wrap gap-1">
        {it.state === 'running' && (
          <Act
            icon={<Pause size={15} aria-hidden />}
            label={texts.pause}
            onClick={() => steer.mutate('pause')}
            busy={steer.isPending}
          />
        )}
        {it.state === 'paused' && (
          <Act
            icon={<Play size={15} aria-hidden />}
            label={texts.resume}
            onClick={() => steer.mutate('resume')}
            busy={steer.isPending}
          />
        )}
        {open && (
          <Act
            icon={<X size={15} aria-hidden />}
            label={texts.cancel}
            onClick={() => setAsks(true)}
            busy={steer.isPending}
          />
        )}
        {it.failed > 0 && (
          <Act
            icon={<RotateCcw size={15} aria-hidden />}
            label={texts.retry(it.failed)}
            onClick={() => steer.mutate('retry')}
            busy={steer.isPending}
          />
        )}
        <Act
          icon={<ReceiptText size={15} aria-hidden />}
          label={texts.receipt}
          onClick={() => setReceipt(true)}
          busy={false}
        />
      </div>
      <Confirm
        open={asks}
        onOpenChange={setAsks}
        title={texts.cancelTitle}
        action={texts.cancelAction}
        text={texts.cancelText(it.total - done)}
        onConfirm={() => steer.mutate('cancel')}
      />
      {receipt && <Receipt known={it} onClose={() => setReceipt(false)} />}
    </li>
  );
}

function Act({
  icon,
  label,
  onClick,
  busy,
}: {
  icon: React.ReactNode;
  label: string;
  onClick: () => void;
  busy: boolean;
}) {
  return (
    <Button look="quiet" disabled={busy} onClick={onClick} className="px-2! text-[0.8125rem]!">
      {icon}
      {label}
    </Button>
  );
}

/** The sites being fetched, busiest first. */
function Hosts({ hosts }: { hosts: ImportLive['hosts'] }) {
  const busy = hosts.filter((it) => it.running > 0 || it.queued > 0).slice(0, 4);
  if (busy.length === 0) return null;
  return (
    <ul aria-label={texts.sites} className="mt-2 flex flex-wrap gap-1.5">
      {busy.map((it) => (
        <li
          key={it.host}
          className="flex max-w-full items-center gap-1.5 rounded-full bg-sunken px-2.5 py-1 text-xs text-ink-soft"
        >
          <span className="truncate font-medium text-ink">{it.host || texts.files}</span>
          <span className="shrink-0 tabular-nums">
            {texts.siteCount(it.done, it.done + it.failed + it.running + it.queued)}
          </span>
          {it.heldUntil && (
            <span className="shrink-0 text-warn">{texts.waits(clockText(it.heldUntil))}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
