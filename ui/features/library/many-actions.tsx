import {
  Bookmark,
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
} from 'lucide-react';
import type { ComponentProps, ReactElement } from 'react';
import { SourceFlag } from '#core/contract/source.ts';
import type { ThreadCard } from '#core/contract/thread.ts';
import { useThreads } from '#ui/client/queries.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Menu, MenuItem, MenuLine } from '#ui/kit/menu.tsx';
import { manyTexts as texts } from './texts.ts';
import { LIST_FORMATS } from './list-export.ts';
import type { ManyTask } from './use-many.ts';

const ICON = { size: 16, 'aria-hidden': true, className: 'text-ink-faint' } as const;

interface ManyActionsProps {
  onRun: (task: ManyTask) => void;
  onThread: (thread: Pick<ThreadCard, '_id' | 'url'>) => void;
  onNewThread: () => void;
  /** asks for the options of an action first */
  onSheet: (sheet: 'schedule' | 'tag') => void;
  onDelete: () => void;
  /** if not all are selected */
  onSelectAll: (() => void) | undefined;
  /** how many can be selected */
  matching: number;
}

/** The actions between the menus. Actions with options ask for them in a sheet. */
const tasks = (onRun: ManyActionsProps['onRun'], onSheet: ManyActionsProps['onSheet']) => [
  { label: texts.refresh, icon: <RefreshCw {...ICON} />, act: () => onRun({ what: 'refresh' }) },
  { label: texts.schedule, icon: <CalendarClock {...ICON} />, act: () => onSheet('schedule') },
  { label: texts.tag, icon: <Tags {...ICON} />, act: () => onSheet('tag') },
  { label: texts.retry, icon: <RotateCcw {...ICON} />, act: () => onRun({ what: 'retry' }) },
];

/** Actions with their names, on a wide screen. */
export function WideActions({ onRun, onThread, onNewThread, onSheet, onDelete }: ManyActionsProps) {
  return (
    <>
      <ThreadMenu
        trigger={<Act icon={<ListPlus {...ICON} />} label={texts.thread} />}
        onThread={onThread}
        onNew={onNewThread}
      />
      {tasks(onRun, onSheet).map((it) => (
        <Act key={it.label} icon={it.icon} label={it.label} onClick={it.act} />
      ))}
      <FlagMenu trigger={<Act icon={<Bookmark {...ICON} />} label={texts.flag} />} onRun={onRun} />
      <ExportMenu
        trigger={<Act icon={<Download {...ICON} />} label={texts.export} />}
        onRun={onRun}
      />
      <Act icon={<Trash2 size={16} aria-hidden />} label={texts.delete} danger onClick={onDelete} />
    </>
  );
}

/** The same on a phone: three menus, and the rest in a fourth. */
export function NarrowActions({
  onRun,
  onThread,
  onNewThread,
  onSheet,
  onDelete,
  onSelectAll,
  matching,
}: ManyActionsProps) {
  return (
    <>
      <ThreadMenu
        trigger={
          <IconButton label={texts.thread}>
            <ListPlus size={18} aria-hidden />
          </IconButton>
        }
        onThread={onThread}
        onNew={onNewThread}
      />
      <FlagMenu
        trigger={
          <IconButton label={texts.flag}>
            <Bookmark size={18} aria-hidden />
          </IconButton>
        }
        onRun={onRun}
      />
      <ExportMenu
        trigger={
          <IconButton label={texts.export}>
            <Download size={18} aria-hidden />
          </IconButton>
        }
        onRun={onRun}
      />
      <Menu
        trigger={
          <IconButton label={texts.actions}>
            <Ellipsis size={18} aria-hidden />
          </IconButton>
        }
      >
        {onSelectAll && (
          <MenuItem onSelect={onSelectAll}>
            <ListChecks {...ICON} />
            {texts.selectMatching(matching)}
          </MenuItem>
        )}
        {tasks(onRun, onSheet).map((it) => (
          <MenuItem key={it.label} onSelect={it.act}>
            {it.icon}
            {it.label}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem danger onSelect={onDelete}>
          <Trash2 size={16} aria-hidden />
          {texts.delete}
        </MenuItem>
      </Menu>
    </>
  );
}

interface TaskMenuProps {
  trigger: ReactElement;
  onRun: ManyActionsProps['onRun'];
}

function FlagMenu({ trigger, onRun }: TaskMenuProps) {
  return (
    <Menu trigger={trigger}>
      {SourceFlag.options.map((flag) => (
        <MenuItem key={flag} onSelect={() => onRun({ what: 'flag', add: [flag], remove: [] })}>
          {texts.setFlags[flag]}
        </MenuItem>
      ))}
      <MenuLine />
      {SourceFlag.options.map((flag) => (
        <MenuItem key={flag} onSelect={() => onRun({ what: 'flag', add: [], remove: [flag] })}>
          {texts.clearFlags[flag]}
        </MenuItem>
      ))}
    </Menu>
  );
}

function ExportMenu({ trigger, onRun }: TaskMenuProps) {
  return (
    <Menu trigger={trigger}>
      {LIST_FORMATS.map((format) => (
        <MenuItem key={format} onSelect={() => onRun({ what: 'export', format })}>
          {texts.exports[format]}
        </MenuItem>
      ))}
    </Menu>
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
      <div className="max-w-72">
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
