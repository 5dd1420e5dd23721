/** All sources of a thread: by kind, with what can be done to each. */
import { Layers, Plus } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useMemo, useState } from 'react';
import type { Source, SourceType } from '#core/contract/source.ts';
import { KIND_NAMES, kindDescriptor, TAB_KINDS } from '#core/kinds.ts';
import { useRetrySource } from '#ui/client/retry-source.ts';
import { Button } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { Confirm, Sheet } from '#ui/kit/dialog.tsx';
import { numberText } from '#ui/kit/format.ts';
import { panelTexts as texts } from './texts/panel.ts';
import { sourceTexts } from './texts/sources.ts';
import { kindIcon } from './kind-icons.ts';
import { PanelEmpty } from './panel-empty.tsx';
import { PanelRow } from './panel-row.tsx';
import { SourceRows } from './source-rows.tsx';
import { titleOf } from './source-state.ts';

const TABS = [
  { kind: 'all', label: texts.all },
  ...KIND_NAMES.map((kind) => ({ kind, label: kindDescriptor(kind).label })),
] as const;
const ROW_PX = 76;

interface PanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  sources: readonly Source[];
  currentId: string | undefined;
  /** the add-source dialog is open above this one */
  adding: boolean;
  onView: (id: string) => void;
  /** the rest is undefined for people who may not edit the thread */
  onAdd: (() => void) | undefined;
  onRemove: ((source: Source) => void) | undefined;
  onEditLink: ((source: Source) => void) | undefined;
  /** the sources are the viewer's own */
  own: boolean;
}

export function SourcesPanel({
  open,
  onOpenChange,
  sources,
  onAdd,
  onRemove,
  ...rest
}: PanelProps) {
  const [leaving, setLeaving] = useState<Source>();
  const counts = useMemo(() => {
    const counted = new Map<string, number>([['all', sources.length]]);
    for (const { sourceType } of sources)
      counted.set(sourceType, (counted.get(sourceType) ?? 0) + 1);
    return counted;
  }, [sources]);
  const tabs = TABS.filter(
    ({ kind }) => kind === 'all' || TAB_KINDS.includes(kind) || counts.has(kind),
  );
  return (
    <Sheet
      side
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      footer={
        onAdd &&
        sources.length > 0 && (
          <Button look="plain" onClick={onAdd}>
            <Plus size={16} aria-hidden />
            {texts.add}
          </Button>
        )
      }
    >
      <Tabs.Root defaultValue="all" className="flex h-full flex-col">
        <Tabs.List
          className="-mx-1 mb-3 flex shrink-0 gap-1 rounded-control bg-sunken p-1"
          aria-label={texts.kinds}
        >
          {tabs.map(({ kind, label }) => {
            const Icon = kind === 'all' ? Layers : kindIcon(kind);
            return (
              <Tabs.Trigger
                key={kind}
                value={kind}
                data-tooltip={label}
                className="flex min-h-target flex-1 items-center justify-center gap-1.5 rounded-[6px] px-2 text-[0.8125rem] font-medium text-ink-soft hover:text-ink data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-low"
              >
                <Icon size={16} aria-hidden className="lg:hidden" />
                <span className="max-lg:sr-only">{label}</span>{' '}
                <span className="text-ink-faint tabular-nums">
                  {numberText(counts.get(kind) ?? 0)}
                </span>
              </Tabs.Trigger>
            );
          })}
        </Tabs.List>
        {tabs.map(({ kind }) => (
          <Tabs.Content
            key={kind}
            value={kind}
            tabIndex={-1}
            className="flex min-h-0 flex-1 flex-col outline-none data-[state=inactive]:hidden"
          >
            <Rows
              kind={kind}
              sources={sources}
              onAdd={onAdd}
              onAskRemove={onRemove && setLeaving}
              {...rest}
            />
          </Tabs.Content>
        ))}
      </Tabs.Root>
      <Confirm
        open={leaving !== undefined}
        onOpenChange={(stays) => {
          if (!stays) setLeaving(undefined);
        }}
        title={texts.removeTitle}
        action={texts.removeAction}
        text={leaving && texts.removeText(titleOf(leaving))}
        onConfirm={() => {
          if (leaving) onRemove?.(leaving);
        }}
      />
    </Sheet>
  );
}

interface RowsProps
  extends Pick<
    PanelProps,
    'sources' | 'currentId' | 'adding' | 'onView' | 'onAdd' | 'onEditLink' | 'own'
  > {
  kind: 'all' | SourceType;
  onAskRemove: ((source: Source) => void) | undefined;
}

function Rows({
  sources,
  kind,
  currentId,
  adding,
  own,
  onView,
  onAdd,
  onEditLink,
  onAskRemove,
}: RowsProps) {
  const retry = useRetrySource(toast.error);
  const numbers = useMemo(() => new Map(sources.map((it, at) => [it._id, at + 1])), [sources]);
  const shown = useMemo(
    () => (kind === 'all' ? sources : sources.filter((it) => it.sourceType === kind)),
    [sources, kind],
  );
  if (shown.length === 0) return <PanelEmpty kind={kind} paused={adding} onAdd={onAdd} />;
  return (
    <SourceRows
      label={sourceTexts.list}
      sources={shown}
      rowPx={ROW_PX}
      className="-mx-2 min-h-0 flex-1"
      firstSeen={shown.findIndex((it) => it._id === currentId)}
    >
      {(source) => (
        <PanelRow
          source={source}
          number={numbers.get(source._id) ?? 0}
          digits={String(sources.length).length}
          current={source._id === currentId}
          onView={() => onView(source._id)}
          onRetry={own ? () => retry.mutate(source) : undefined}
          onEditLink={onEditLink && (() => onEditLink(source))}
          onRemove={onAskRemove && (() => onAskRemove(source))}
        />
      )}
    </SourceRows>
  );
}
