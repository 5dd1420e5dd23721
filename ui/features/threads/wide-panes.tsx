/** With room: the source and the notes side by side, the answers behind the notes. */
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout, useGroupRef } from 'react-resizable-panels';
import { BusyDot } from './busy-dot.tsx';
import type { PanesProps } from './panes.ts';

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
              <Tab value="ask">Answers {busy ? <BusyDot /> : answerCount > 0 && <span className="text-ink-faint tabular-nums">{answerCount}</span>}</Tab>
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
    <Tabs.Trigger value={value} className="-mb-px flex items-center gap-1.5 border-b-2 border-transparent px-2 -outline-offset-4 text-[0.8125rem] font-medium text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink">
      {children}
    </Tabs.Trigger>
  );
}
