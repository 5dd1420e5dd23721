/** Where the source, the notes and the answers stand: side by side with room, one at a time without. */
import { clsx } from 'clsx';
import { BookOpen, MessageSquareText, NotebookPen } from 'lucide-react';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout, useGroupRef } from 'react-resizable-panels';

export type Pane = 'source' | 'notes' | 'ask';

interface PanesProps {
  pane: Pane;
  onPane: (pane: Pane) => void;
  answerCount: number;
  /** an answer is being written */ busy: boolean;
  strip: ReactNode;
  viewer: ReactNode;
  notes: ReactNode;
  answers: ReactNode;
  chatBox: ReactNode;
}

const EVEN = { viewer: 56, work: 44 };

export function WidePanes({ pane, onPane, answerCount, busy, strip, viewer, notes, answers, chatBox }: PanesProps) {
  const kept = useDefaultLayout({ id: 'gloss-workspace', storage: localStorage });
  const group = useGroupRef();
  const shown = pane === 'ask' ? 'ask' : 'notes';
  return (
    <>
      {strip}
      <Group groupRef={group} orientation="horizontal" defaultLayout={kept.defaultLayout ?? EVEN} onLayoutChanged={kept.onLayoutChanged} className="min-h-0 flex-1">
        <Panel id="viewer" minSize="25%" className="h-full min-w-0">{viewer}</Panel>
        <Separator aria-label="Width of the source" onDoubleClick={() => group.current?.setLayout(EVEN)}
          className="group relative z-10 w-px bg-line outline-none after:absolute after:inset-y-0 after:-inset-x-1 hover:bg-accent focus-visible:bg-accent focus-visible:ring-2 focus-visible:ring-accent data-[separator=active]:bg-accent" />
        <Panel id="work" minSize="25%" className="h-full min-w-0">
          <Tabs.Root value={shown} onValueChange={(next) => onPane(next === 'ask' ? 'ask' : 'notes')} className="flex h-full flex-col bg-surface">
            <Tabs.List aria-label="Notes and answers" className="flex h-10 shrink-0 items-stretch gap-1 border-b border-line px-3">
              <Tab value="notes">Notes</Tab>
              <Tab value="ask">Answers {busy ? <Dot /> : answerCount > 0 && <span className="text-ink-faint tabular-nums">{answerCount}</span>}</Tab>
            </Tabs.List>
            <Tabs.Content forceMount value="notes" tabIndex={-1} className="min-h-0 flex-1 outline-none data-[state=inactive]:hidden">{notes}</Tabs.Content>
            <Tabs.Content forceMount value="ask" tabIndex={-1} className="min-h-0 flex-1 outline-none data-[state=inactive]:hidden">{answers}</Tabs.Content>
          </Tabs.Root>
        </Panel>
      </Group>
      <div className="border-t border-line bg-paper">{chatBox}</div>
    </>
  );
}

function Tab({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Trigger value={value} className="-mb-px flex items-center gap-1.5 border-b-2 border-transparent px-2 text-[0.8125rem] font-medium text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink">
      {children}
    </Tabs.Trigger>
  );
}

const Dot = () => <span className="size-1.5 animate-pulse rounded-full bg-accent" aria-hidden />;

const SWITCH = [{ pane: 'source', label: 'Source', Icon: BookOpen }, { pane: 'notes', label: 'Notes', Icon: NotebookPen }, { pane: 'ask', label: 'Ask', Icon: MessageSquareText }] as const;

export function NarrowPanes({ pane, onPane, busy, strip, viewer, notes, answers, chatBox }: PanesProps) {
  const place = (own: Pane) => clsx('min-h-0 flex-1 flex-col', pane === own ? 'flex' : 'hidden');
  return (
    <>
      <div className={place('source')}>{strip}<div className="min-h-0 flex-1">{viewer}</div></div>
      <div className={clsx(place('notes'), 'bg-surface')}>{notes}</div>
      <div className={clsx(place('ask'), 'bg-surface')}><div className="min-h-0 flex-1">{answers}</div>{chatBox}</div>
      <nav aria-label="Panes" className="grid shrink-0 grid-cols-3 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)]">
        {SWITCH.map(({ pane: own, label, Icon }) => (
          <button key={own} type="button" aria-current={pane === own} onClick={() => onPane(own)}
            className={clsx('relative flex h-13 flex-col items-center justify-center gap-0.5 text-[0.6875rem] font-medium', pane === own ? 'text-accent' : 'text-ink-soft')}>
            <Icon size={20} strokeWidth={pane === own ? 2.2 : 1.8} aria-hidden />{label}
            {own === 'ask' && busy && pane !== 'ask' && <span className="absolute top-2 left-1/2 ml-3"><Dot /></span>}
          </button>
        ))}
      </nav>
    </>
  );
}
