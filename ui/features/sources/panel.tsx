/** All sources of a thread: by kind, with what can be done to each. */
import { clsx } from 'clsx';
import { CirclePlay, Ellipsis, Eye, FileText, Globe, Layers, Plus, Trash2 } from 'lucide-react';
import { format } from 'date-fns/format';
import { Popover, Tabs } from 'radix-ui';
import { useEffect, useState } from 'react';
import type { Source, SourceType } from '#core/contract/source.ts';
import { Blank } from '#ui/kit/blank.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Confirm, Sheet } from '#ui/kit/dialog.tsx';
import { floatClass, rowClass } from '#ui/kit/float.ts';
import { SourceIcon, SourcePicture } from './source-picture.tsx';
import { bylineOf, TYPE_NAMES, titleOf } from './source-state.ts';
import { StatusLine } from './status-mark.tsx';

const EMPTY: Record<SourceType, { title: string; text: string }> = {
  youtube: { title: 'No YouTube videos added yet!', text: 'Tap + to add a new YouTube url or search existing sources.' },
  pdf: { title: 'No PDF documents uploaded', text: 'Tap + to add a new PDF or search existing sources.' },
  web: { title: 'No Web pages uploaded', text: 'Tap + to add a new Webpage or search existing sources.' },
};
const KINDS: readonly SourceType[] = ['youtube', 'pdf', 'web'];
const TABS = [{ value: 'all', label: 'All', Icon: Layers }, { value: 'youtube', label: 'YouTube', Icon: CirclePlay }, { value: 'pdf', label: 'PDF', Icon: FileText }, { value: 'web', label: 'Web', Icon: Globe }] as const;
const ROTATION_MS = 3000;

interface PanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  sources: readonly Source[];
  currentId: string | undefined;
  readOnly: boolean;
  /** the add-source dialog is open above this one */ adding: boolean;
  onView: (id: string) => void;
  onAdd: () => void;
  onRemove: (source: Source) => void;
}

export function SourcesPanel({ open, onOpenChange, sources, currentId, readOnly, adding, onView, onAdd, onRemove }: PanelProps) {
  const [leaving, setLeaving] = useState<Source>();
  const add = readOnly ? undefined : onAdd;
  return (
    <Sheet side open={open} onOpenChange={onOpenChange} title="Thread sources"
      footer={add && sources.length > 0 && <Button look="plain" onClick={add}><Plus size={16} aria-hidden />Add sources</Button>}>
      <Tabs.Root defaultValue="all">
        <Tabs.List className="sticky -top-1 z-10 -mx-1 mb-3 flex gap-1 rounded-control bg-sunken p-1" aria-label="Kinds of source">
          {TABS.map(({ value, label, Icon }) => (
            <Tabs.Trigger key={value} value={value} className="flex min-h-target flex-1 items-center justify-center gap-1.5 rounded-[6px] px-2 text-[0.8125rem] font-medium text-ink-soft hover:text-ink data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-low">
              <Icon size={16} aria-hidden className="sm:hidden" />
              <span className="max-sm:sr-only">{label}</span>{' '}
              <span className="text-ink-faint tabular-nums">{value === 'all' ? sources.length : sources.filter((it) => it.sourceType === value).length}</span>
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {TABS.map(({ value }) => (
          <Tabs.Content key={value} value={value} tabIndex={-1} className="outline-none">
            <Rows sources={sources} kind={value} currentId={currentId} readOnly={readOnly} adding={adding} onView={onView} onAdd={add} onAskRemove={setLeaving} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
      <Confirm open={leaving !== undefined} onOpenChange={(stays) => { if (!stays) setLeaving(undefined); }}
        title="Are you sure to delete the source" action="Delete"
        text={leaving && <>“{titleOf(leaving)}” leaves this thread. It stays in your library, and your notes keep their quotes.</>}
        onConfirm={() => { if (leaving) onRemove(leaving); }} />
    </Sheet>
  );
}

interface RowsProps extends Pick<PanelProps, 'sources' | 'currentId' | 'readOnly' | 'adding' | 'onView'> {
  kind: 'all' | SourceType;
  onAdd: (() => void) | undefined;
  onAskRemove: (source: Source) => void;
}

function Rows({ sources, kind, currentId, readOnly, adding, onView, onAdd, onAskRemove }: RowsProps) {
  const numbered = sources.map((source, at) => ({ source, number: at + 1 })).filter(({ source }) => kind === 'all' || source.sourceType === kind);
  if (numbered.length === 0) return <Empty kind={kind} paused={adding} onAdd={onAdd} />;
  return (
    <ul aria-label="Sources" className="-mx-2 space-y-0.5">
      {numbered.map(({ source, number }) => {
        const current = source._id === currentId;
        return (
          <li key={source._id} className={clsx('group flex items-center gap-2 rounded-card p-1.5', current ? 'bg-accent-soft' : 'hover:bg-hover')}>
            <span className="w-5 shrink-0 text-right text-xs text-ink-faint tabular-nums">{number}</span>
            <button type="button" onClick={() => onView(source._id)} className="flex min-w-0 flex-1 items-center gap-3 rounded-control text-left">
              <SourcePicture source={source} className="h-12 w-16 rounded-control!" />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 text-sm leading-snug font-medium">{titleOf(source)}</span>
                <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-xs text-ink-soft">
                  <SourceIcon source={source} size={13} />
                  <span className="truncate">{bylineOf(source)}</span>
                  <span aria-hidden>·</span>
                  <time dateTime={source.createdAt} className="shrink-0">{format(source.createdAt, 'MMM dd, yyyy')}</time>
                </span>
                <StatusLine source={source} className="mt-0.5 flex items-center gap-1.5 text-xs text-ink-soft" />
              </span>
            </button>
            {current && <span className="rounded-full bg-accent px-2 py-0.5 text-[0.6875rem] font-medium text-on-accent">Current</span>}
            <RowMenu title={titleOf(source)} onView={() => onView(source._id)} onRemove={readOnly ? undefined : () => onAskRemove(source)} />
          </li>
        );
      })}
    </ul>
  );
}

function RowMenu({ title, onView, onRemove }: { title: string; onView: () => void; onRemove: (() => void) | undefined }) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild><IconButton label={`Options for ${title}`} title="Options"><Ellipsis size={17} /></IconButton></Popover.Trigger>
      <Popover.Portal>
        <Popover.Content align="end" sideOffset={4} collisionPadding={8} aria-label={`Options for ${title}`} className={floatClass()}>
          <Popover.Close asChild><button type="button" onClick={onView} className={rowClass()}><Eye size={16} aria-hidden />View source</button></Popover.Close>
          {onRemove && <Popover.Close asChild><button type="button" onClick={onRemove} className={rowClass('text-danger')}><Trash2 size={16} aria-hidden />Remove source</button></Popover.Close>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Empty({ kind, paused, onAdd }: { kind: 'all' | SourceType; paused: boolean; onAdd: (() => void) | undefined }) {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (kind !== 'all' || paused) return;
    const timer = setInterval(() => setTurn((was) => (was + 1) % KINDS.length), ROTATION_MS);
    return () => clearInterval(timer);
  }, [kind, paused]);
  const shown = kind === 'all' ? KINDS[turn] ?? 'youtube' : kind;
  const Icon = TABS.find((it) => it.value === shown)?.Icon ?? Layers;
  return (
    <Blank key={shown} className="animate-fade py-14!" icon={<Icon size={22} strokeWidth={1.6} aria-hidden />} title={EMPTY[shown].title} text={EMPTY[shown].text}>
      {onAdd && <IconButton look="primary" label={`Add a ${TYPE_NAMES[shown]} source`} onClick={onAdd} className="rounded-full!"><Plus size={18} /></IconButton>}
    </Blank>
  );
}
