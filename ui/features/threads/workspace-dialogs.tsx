/** What opens above the workspace: signing in, the list of sources, adding sources. */
import { Suspense } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { AuthDialog } from '#ui/features/account/index.ts';
import { AddSourceDialog, SourcesPanel, useRemoveSource } from '#ui/features/sources/index.ts';
import type { AddDialogState } from './use-add-dialog.ts';

interface WorkspaceDialogsProps {
  thread: Thread;
  currentId: string | undefined;
  isOwner: boolean;
  writes: boolean;
  asksLogin: boolean;
  onAsksLogin: (isOpen: boolean) => void;
  isListed: boolean;
  onListed: (isOpen: boolean) => void;
  addDialog: AddDialogState;
  onAdded: (sources: Source[]) => void;
  onView: (sourceId: string) => void;
  /** Called before a source is taken out of the thread. */
  onLeave: (sourceId: string) => void;
}

export function WorkspaceDialogs({
  thread,
  currentId,
  isOwner,
  writes,
  asksLogin,
  onAsksLogin,
  isListed,
  onListed,
  addDialog,
  onAdded,
  onView,
  onLeave,
}: WorkspaceDialogsProps) {
  const remove = useRemoveSource(thread);
  return (
    <Suspense>
      {asksLogin && <AuthDialog open onOpenChange={onAsksLogin} />}
      {isListed && (
        <SourcesPanel
          open
          onOpenChange={onListed}
          sources={thread.thread_source_data}
          currentId={currentId}
          adding={addDialog.isOpen}
          own={isOwner}
          onView={(id) => {
            onView(id);
            onListed(false);
          }}
          onAdd={addDialog.open}
          onRemove={
            writes
              ? (source) => {
                  onLeave(source._id);
                  remove.mutate(source);
                }
              : undefined
          }
        />
      )}
      {addDialog.wasOpened && (
        <AddSourceDialog
          open={addDialog.isOpen}
          onOpenChange={addDialog.setOpen}
          thread={thread}
          onAdded={onAdded}
        />
      )}
    </Suspense>
  );
}
