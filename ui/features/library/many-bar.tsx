/** What can be done with the sources that are selected, and how far it is. */
import {
  CalendarClock,
  Download,
  Ellipsis,
  ListChecks,
  ListPlus,
  Plus,
  RefreshCw,
  RotateCcw,
  Tags,
  Trash2,
  X,
} from 'lucide-react';
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useNavigate } from 'react-router';
import type { ThreadCard } from '#core/contract/thread.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { useThreads } from '#ui/client/queries.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Confirm } from '#ui/kit/dialog.tsx';
import { useIsDesktop } from '#ui/kit/media.ts';
import { Menu, MenuItem, MenuLine } from '#ui/kit/menu.tsx';
import { toast } from '#ui/kit/toast.ts';
import { manyTexts as texts } from '#ui/texts/library.ts';
import { LIST_FORMATS } from './list-export.ts';
import { ManyProgress } from './many-progress.tsx';
import { allOf, NONE, type Selection } from './selection.ts';
import { useMany, type ManyTask } from './use-many.ts';

const ScheduleSheet = lazy(async () => ({
  default: (await import('./many-sheets.tsx')).ScheduleSheet,
}));
const TagSheet = lazy(async () => ({ default: (await import('./many-sheets.tsx')).TagSheet }));
const ICON = { size: 16, 'aria-hidden': true, className: 'text-ink-faint' } as const;

interface BarProps {
  ids: readonly string[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** whether to delete is being asked */
  asks: boolean;
  onAsks: (asks: boolean) => void;
}

export function ManyBar({ ids, selection, onSelect, asks, onAsks }: BarProps) {
  const wide = useIsDesktop();
  const go = useNavigate();
  const many = useMany();
  const [sheet, setSheet] = useState<'schedule' | 'tag'>();
  const count = selection.ids.size;
  if (many.state) {
    return (
      <Bar>
        <ManyProgress many={many} />
      </Bar>
    );
  }
  if (count === 0) return null;

  const chosen = [...selection.ids];
  const run = (task: ManyTask, onDone?: { label: string; onClick: () => void }) => {
    if (task.what !== 'export') onSelect(NONE);
    void many.run(task, chosen, onDone);
  };
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
  const threads = (trigger: ReactElement) => (
    <ThreadMenu trigger={trigger} onThread={toThread} onNew={() => void toNewThread()} />
  );
  const exports = (trigger: ReactElement) => (
    <Menu trigger={trigger}>
      {LIST_FORMATS.map((format) => (
        <MenuItem key={format} onSelect={() => run({ what: 'export', format })}>
          {texts.exports[format]}
        </MenuItem>
      ))}
    </Menu>
  );
  const acts = [
    { label: texts.refresh, icon: <RefreshCw {...ICON} />, act: () => run({ what: 'refresh' }) },
    { label: texts.schedule, icon: <CalendarClock {...ICON} />, act: () => setSheet('schedule') },
    { label: texts.tag, icon: <Tags {...ICON} />, act: () => setSheet('tag') },
    { label: texts.retry, icon: <RotateCcw {...ICON} />, act: () => run({ what: 'retry' }) },
  ];
  return (
    <Bar>
      <div className="flex items-center gap-1">
        <IconButton label={texts.clear} onClick={() => onSelect(NONE)}>
          <X size={16} aria-hidden />
        </IconButton>
        <p role="status" className="pr-1 text-sm font-medium whitespace-nowrap tabular-nums">
          {texts.selected(count)}
        </p>
        {wide && count < ids.length && (
          <Button
            look="quiet"
            className="px-2! text-[0.8125rem]! text-accent!"
            onClick={() => onSelect(allOf(ids))}
          >
            {texts.selectMatching(ids.length)}
          </Button>
        )}
        <span className="flex-1" />
        {wide ? (
          <>
            {threads(<Act icon={<ListPlus {...ICON} />} label={texts.thread} />)}
            {acts.map((it) => (
              <Act key={it.label} icon={it.icon} label={it.label} onClick={it.act} />
            ))}
            {exports(<Act icon={<Download {...ICON} />} label={texts.export} />)}
            <Act
              icon={<Trash2 size={16} aria-hidden />}
              label={texts.delete}
              danger
              onClick={() => onAsks(true)}
            />
          </>
        ) : (
          <>
            {threads(
              <IconButton label={texts.thread}>
                <ListPlus size={18} aria-hidden />
              </IconButton>,
            )}
            {exports(
              <IconButton label={texts.export}>
                <Download size={18} aria-hidden />
              </IconButton>,
            )}
            <Menu
              trigger={
                <IconButton label={texts.actions}>
                  <Ellipsis size={18} aria-hidden />
                </IconButton>
              }
            >
              {count < ids.length && (
                <MenuItem onSelect={() => onSelect(allOf(ids))}>
                  <ListChecks {...ICON} />
                  {texts.selectMatching(ids.length)}
                </MenuItem>
              )}
              {acts.map((it) => (
                <MenuItem key={it.label} onSelect={it.act}>
                  {it.icon}
                  {it.label}
                </MenuItem>
              ))}
              <MenuLine />
              <MenuItem danger onSelect={() => onAsks(true)}>
                <Trash2 size={16} aria-hidden />
                {texts.delete}
              </MenuItem>
            </Menu>
          </>
        )}
      </div>
      <Confirm
        open={asks}
        onOpenChange={onAsks}
        title={texts.deleteTitle(count)}
        text={texts.deleteText}
        action={texts.deleteAction(count)}
        onConfirm={() => run({ what: 'delete' })}
      />
      <Suspense>
        {sheet === 'schedule' && (
          <ScheduleSheet
            count={count}
            onClose={() => setSheet(undefined)}
            onSet={(every) => {
              setSheet(undefined);
              run({ what: 'schedule', every });
            }}
          />
        )}
        {sheet === 'tag' && (
          <TagSheet
            count={count}
            onClose={() => setSheet(undefined)}
            onSet={(change) => {
              setSheet(undefined);
              run({ what: 'tag', ...change });
            }}
          />
        )}
      </Suspense>
    </Bar>
  );
}

/** Over the foot of the list, which keeps room for it; toasts stand above it. */
function Bar({ children }: { children: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const root = document.documentElement.style;
    const watch = new ResizeObserver(([it]) =>
      root.setProperty('--toast-lift', `${it?.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    if (section.current) watch.observe(section.current);
    return () => {
      watch.disconnect();
      root.removeProperty('--toast-lift');
    };
  }, []);
  return (
    <>
      <div aria-hidden className="h-16" />
      <section
        ref={section}
        aria-label={texts.bar}
        className="fixed inset-x-2 bottom-2 z-40 mx-auto max-w-5xl animate-rise rounded-card border border-line-strong bg-raised p-1.5 shadow-high sm:inset-x-6 sm:bottom-4"
      >
        {children}
      </section>
    </>
  );
}

function Act({
  icon,
  label,
  danger = false,
  ...rest
}: { icon: ReactElement; label: string; danger?: boolean } & ComponentProps<'button'>) {
  return (
    <Button
      look="quiet"
      {...rest}
      className={`px-2! text-[0.8125rem]! ${danger ? 'text-danger!' : ''}`}
    >
      {icon}
      {label}
    </Button>
  );
}

function ThreadMenu({
  trigger,
  onThread,
  onNew,
}: {
  trigger: ReactElement;
  onThread: (thread: Pick<ThreadCard, '_id' | 'url'>) => void;
  onNew: () => void;
}) {
  const threads = useThreads().data?.docs ?? [];
  return (
    <Menu trigger={trigger}>
      <div className="max-h-[50dvh] max-w-72 overflow-y-auto">
        {threads.map((it) => (
          <MenuItem key={it._id} onSelect={() => onThread(it)}>
            <span className="truncate">{it.title}</span>
          </MenuItem>
        ))}
      </div>
      {threads.length > 0 && <MenuLine />}
      <MenuItem onSelect={onNew}>
        <Plus {...ICON} />
        {texts.newThread}
      </MenuItem>
    </Menu>
  );
}
