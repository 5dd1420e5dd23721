/** What opens above the workspace: signing in, the list of sources, adding sources. */
import { Suspense } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { AuthDialog } from '#ui/features/account/index.ts';
import {
  AddSourceDialog,
  SourceDialogs,
  SourcesPanel,
  useRemoveSource,
  type SourceAction,
} from '#ui/features/sources/index.ts';
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
  /** what was asked to be done with a source */
  sourceAction: SourceAction | undefined;
  onSourceAction: (action: SourceAction | undefined) => void;
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
  sourceAction,
  onSourceAction,
  onAdded,
  onView,
  onLeave,
}: WorkspaceDialogsProps) {
  const { mutate: remove } = useRemoveSource(thread);
  const leaveAndRemove = (source: Source) => {
    onLeave(source._id);
    remove(source);
  };
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
          onEditLink={
            isOwner ? (source) => onSourceAction({ kind: 'edit-link', source }) : undefined
          }
          onRemove={writes ? leaveAndRemove : undefined}
        />
      )}
      {sourceAction && (
        <SourceDialogs
          action={sourceAction}
          onClose={() => onSourceAction(undefined)}
          thread={thread}
          onRemove={leaveAndRemove}
          onView={(id) => {
            onView(id);
            onListed(false);
          }}
          onAdded={onAdded}
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
