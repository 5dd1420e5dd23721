/** What opens above the workspace: what a reader may do, what is done to a source, adding sources. */
import { lazy, Suspense } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { Me } from '#core/contract/account.ts';
import type { Thread } from '#core/contract/thread.ts';
import {
  AddSourceDialog,
  SourceDialogs,
  useRemoveSource,
  type SourceAction,
} from '#ui/features/sources/index.ts';
import type { AddDialogState } from './use-add-dialog.ts';

const ReadOnlyDialog = lazy(() =>
  import('./read-only-dialog.tsx').then((it) => ({ default: it.ReadOnlyDialog })),
);

interface WorkspaceDialogsProps {
  thread: Thread;
  me: Me | null | undefined;
  /** opens when a viewer of the thread tries to save a clip */
  isReadOnlyDialogOpen: boolean;
  onReadOnlyDialog: (isOpen: boolean) => void;
  addDialog: AddDialogState;
  /** the requested action on a source */
  sourceAction: SourceAction | undefined;
  onSourceAction: (action: SourceAction | undefined) => void;
  onAdded: (sources: Source[]) => void;
  onView: (sourceId: string) => void;
  /** Called before a source is removed from the thread. */
  onLeave: (sourceId: string) => void;
}

export function WorkspaceDialogs({
  thread,
  me,
  isReadOnlyDialogOpen,
  onReadOnlyDialog,
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
      {isReadOnlyDialogOpen && <ReadOnlyDialog me={me} onOpenChange={onReadOnlyDialog} />}
      {sourceAction && (
        <SourceDialogs
          action={sourceAction}
          onClose={() => onSourceAction(undefined)}
          thread={thread}
          onRemove={leaveAndRemove}
          onView={onView}
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
