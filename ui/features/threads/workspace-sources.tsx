import { Suspense } from 'react';
import type { Thread } from '#core/contract/thread.ts';
import { SourcesPanel } from '#ui/features/sources/index.ts';
import { focusPane } from './skip-links.tsx';
import type { WorkspaceState } from './use-workspace.ts';

/** The panel of the thread's sources, where it is open. */
export function WorkspaceSources({
  thread,
  workspace: { panel, current, addDialog, access, setSourceAction, unselected, select },
}: {
  thread: Thread;
  workspace: WorkspaceState;
}) {
  if (!panel.isOpen) return null;
  const view = (id: string) => {
    current.view(id);
    panel.leaveSheet();
  };
  const viewAndRead = (id: string) => {
    view(id);
    requestAnimationFrame(() => focusPane(document.getElementById('source')));
  };
  return (
    <Suspense
      fallback={panel.isDocked && <div className="w-66 shrink-0 border-r border-line bg-paper" />}
    >
      <SourcesPanel
        open
        onOpenChange={panel.setOpen}
        isDocked={panel.isDocked}
        searchRef={panel.searchRef}
        sources={thread.thread_source_data}
        currentId={current.source?._id}
        unselected={unselected}
        onChange={select}
        adding={addDialog.isOpen}
        own={access.isOwner}
        onView={view}
        onFound={panel.isDocked ? viewAndRead : undefined}
        onAdd={addDialog.open}
        onEditLink={
          access.isOwner ? (source) => setSourceAction({ kind: 'edit-link', source }) : undefined
        }
        onRemove={
          access.writes ? (source) => setSourceAction({ kind: 'remove', source }) : undefined
        }
      />
    </Suspense>
  );
}
