/** The actions for the selected sources, and their progress. */
import { X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ThreadCard } from '#core/contract/thread.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Confirm } from '#ui/kit/dialog.tsx';
import { useIsDesktop } from '#ui/kit/media-queries.ts';
import { toast } from '#ui/kit/toast.ts';
import { manyTexts as texts } from './texts.ts';
import { FloatingBar } from './floating-bar.tsx';
import { NarrowActions, WideActions } from './many-actions.tsx';
import { ManyProgress } from './many-progress.tsx';
import { allOf, NONE, type Selection } from './selection.ts';
import { useMany, type ManyTask } from './use-many.ts';

const ScheduleSheet = lazy(async () => ({
  default: (await import('./many-sheets.tsx')).ScheduleSheet,
}));
const TagSheet = lazy(async () => ({ default: (await import('./many-sheets.tsx')).TagSheet }));

interface BarProps {
  ids: readonly string[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** whether the delete confirmation is open */
  asks: boolean;
  onAsks: (asks: boolean) => void;
}

/** The bar that floats over the list while sources are selected. */
export function ManyBar({ ids, selection, onSelect, asks, onAsks }: BarProps) {
  const wide = useIsDesktop();
  const go = useNavigate();
  const many = useMany();
  const [sheet, setSheet] = useState<'schedule' | 'tag'>();
  const count = selection.ids.size;
  if (many.state) {
    return (
      <FloatingBar>
        <ManyProgress many={many} />
      </FloatingBar>
    );
  }
  if (count === 0) return null;

  const chosen = [...selection.ids];
  const run = (task: ManyTask, onDone?: { label: string; onClick: () => void }) => {
    if (task.what !== 'export') onSelect(NONE);
    void many.run(task, chosen, onDone);
  };
  const selectAll = () => onSelect(allOf(ids));
  const Actions = wide ? WideActions : NarrowActions;
  const toThread = (thread: Pick<ThreadCard, '_id' | 'url'>) =>
    run(
      { what: 'thread', threadId: thread._id },
      { label: texts.openThread, onClick: () => void go(`/t/${thread.url}`) },
    );
  const toNewThread = async () => {
    try {
      toThread(await api.createThread(texts.threadTitle));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <FloatingBar>
      <div className="flex items-center gap-1">
        <IconButton label={texts.clear} onClick={() => onSelect(NONE)}>
          <X size={16} aria-hidden />
        </IconButton>
        <p role="status" className="pr-1 text-sm font-medium whitespace-nowrap tabular-nums">
          {texts.selected(count)}
        </p>
        {wide && count < ids.length && (
          <Button look="quiet" className="px-2! text-[0.8125rem]! text-accent!" onClick={selectAll}>
            {texts.selectMatching(ids.length)}
          </Button>
        )}
        <span className="flex-1" />
        <Actions
          onRun={run}
          onThread={toThread}
          onNewThread={() => void toNewThread()}
          onSheet={setSheet}
          onDelete={() => onAsks(true)}
          onSelectAll={count < ids.length ? selectAll : undefined}
          matching={ids.length}
        />
      </div>
      <Confirm
        open={asks}
        onOpenChange={onAsks}
        title={texts.deleteTitle(count)}
        text={texts.deleteText(count)}
        action={texts.deleteAction(count)}
        onConfirm={() => run({ what: 'trash' })}
      />
      <ManySheet sheet={sheet} count={count} onClose={() => setSheet(undefined)} onRun={run} />
    </FloatingBar>
  );
}

/** Asks for the options of an action before it runs. */
function ManySheet({
  sheet,
  count,
  onClose,
  onRun,
}: {
  sheet: 'schedule' | 'tag' | undefined;
  count: number;
  onClose: () => void;
  onRun: (task: ManyTask) => void;
}) {
  const run = (task: ManyTask) => {
    onClose();
    onRun(task);
  };
  return (
    <Suspense>
      {sheet === 'schedule' && (
        <ScheduleSheet
          count={count}
          onClose={onClose}
          onSet={(every) => run({ what: 'schedule', every })}
        />
      )}
      {sheet === 'tag' && (
        <TagSheet
          count={count}
          onClose={onClose}
          onSet={(change) => run({ what: 'tag', ...change })}
        />
      )}
    </Suspense>
  );
}
