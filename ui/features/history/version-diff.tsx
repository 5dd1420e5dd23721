/**
 * The changes since a version of the notes, or in it; shown in place of the notes.
 */
import { clsx } from 'clsx';
import { ArrowDown, ArrowLeft, ArrowUp, RotateCcw } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { DiffAgainst, NotesDiff, NotesVersion } from '#core/contract/history.ts';
import { messageOf } from '#ui/client/api.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Segments } from '#ui/kit/segments.tsx';
import { toast } from '#ui/kit/toast.ts';
import { momentText } from '#ui/kit/format.ts';
import { versionTexts as texts } from './texts.ts';
import { useNotesDiff, useRestoreVersion } from './queries.ts';
import { DiffLine } from './diff-line.tsx';
import { condenseLines } from './condense-lines.ts';

const AGAINST = [
  { value: 'now', label: texts.now },
  { value: 'before', label: texts.before },
];
const COUNTS = { added: 'text-accent', removed: 'text-danger', changed: 'text-ink' };

export function VersionDiff({
  threadId,
  version,
  onBack,
}: {
  threadId: string;
  version: NotesVersion;
  onBack: () => void;
}) {
  const [against, setAgainst] = useState<DiffAgainst>('now');
  const restore = useRestoreVersion(threadId);
  // This view is unmounted by then, and callbacks of `mutate` with it.
  const undo = (before: string) =>
    void restore.mutateAsync(before).then(
      () => toast.success(texts.undone),
      (error: unknown) => toast.error(messageOf(error)),
    );
  const take = () =>
    restore.mutate(version._id, {
      onSuccess: ({ before }) => {
        onBack();
        toast.success(texts.restored, {
          action: { label: texts.undo, onClick: () => undo(before._id) },
        });
      },
      onError: (error) => toast.error(messageOf(error)),
    });
  return (
    <section
      aria-label={version.name ?? momentText(version.createdAt)}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <header className="flex items-center gap-2 px-3 pt-2 pb-1.5">
        <IconButton label={texts.back} onClick={onBack}>
          <ArrowLeft size={18} aria-hidden />
        </IconButton>
        <h2
          dir="auto"
          className="line-clamp-2 min-w-0 flex-1 text-left text-sm leading-snug font-semibold"
        >
          {version.name ?? momentText(version.createdAt)}
        </h2>
        <Button look="primary" disabled={restore.isPending} onClick={take}>
          <RotateCcw size={15} aria-hidden />
          {texts.restore}
        </Button>
      </header>
      <Changes
        key={`${version._id} ${against}`}
        threadId={threadId}
        version={version._id}
        against={against}
      >
        <Segments
          label={texts.compare}
          options={AGAINST}
          value={against}
          onChange={(next) => setAgainst(next === 'before' ? 'before' : 'now')}
        />
      </Changes>
    </section>
  );
}

function Changes({
  threadId,
  version,
  against,
  children,
}: {
  threadId: string;
  version: string;
  against: DiffAgainst;
  children: ReactNode;
}) {
  const { data, error } = useNotesDiff(threadId, version, against);
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const { rows, changes } = useMemo(() => condenseLines(data?.parts ?? []), [data]);
  const go = (step: number) => {
    const next = (at + step + changes) % changes;
    setAt(next);
    list.current?.querySelector(`[data-change="${next}"]`)?.scrollIntoView({ block: 'center' });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-1 border-b border-line py-1 pr-2 pl-4 text-[0.8125rem]">
        {children}
        <span className="flex-1" />
        {changes > 1 && (
          <>
            <span role="status" className="text-ink-soft tabular-nums">
              {texts.changeAt(at + 1, changes)}
            </span>
            <IconButton label={texts.previousChange} onClick={() => go(-1)}>
              <ArrowUp size={16} aria-hidden />
            </IconButton>
            <IconButton label={texts.nextChange} onClick={() => go(1)}>
              <ArrowDown size={16} aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      {error ? (
        <p role="alert" className="p-6 text-sm text-danger">
          {messageOf(error)}
        </p>
      ) : !data ? (
        <div className="space-y-3 p-6">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      ) : changes === 0 ? (
        <p className="p-10 text-center text-sm text-ink-soft">{texts.same[against]}</p>
      ) : (
        <div ref={list} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
          <div className="mx-auto max-w-(--measure) space-y-1.5 px-4 py-4 font-serif text-[1rem] leading-relaxed">
            <Counts diff={data} />
            {rows.map((it, row) =>
              it.kind === 'left' ? (
                <p key={row} className="py-1 text-center font-sans text-xs text-ink-faint">
                  {texts.unchanged(it.count)}
                </p>
              ) : (
                <div key={row} data-change={it.change}>
                  <DiffLine part={it.part} />
                </div>
              ),
            )}
          </div>
        </div>
      )}
    </>
  );
}

function Counts({ diff }: { diff: NotesDiff }) {
  const counts = (['added', 'removed', 'changed'] as const).filter((what) => diff[what] > 0);
  return (
    <p className="flex flex-wrap gap-x-3 px-2 pb-1 font-sans text-xs">
      {counts.map((what) => (
        <span key={what} className={clsx('font-medium', COUNTS[what])}>
          {texts.counts[what](diff[what])}
        </span>
      ))}
    </p>
  );
}
