/** The dialogs for removing a source from a thread and changing its link. */
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { Confirm } from '#ui/kit/dialog.tsx';
import { EditLinkDialog } from './edit-link.tsx';
import { panelTexts as texts } from './texts/panel.ts';
import { titleOf } from './source-state.ts';
import { useAddSources } from './use-add-sources.ts';

export interface SourceAction {
  kind: 'remove' | 'edit-link';
  source: Source;
}

interface SourceDialogsProps {
  action: SourceAction;
  onClose: () => void;
  thread: Thread;
  onRemove: (source: Source) => void;
  onView: (id: Source['_id']) => void;
  onAdded: (sources: Source[]) => void;
}

export function SourceDialogs({
  action: { kind, source },
  onClose,
  thread,
  onRemove,
  onView,
  onAdded,
}: SourceDialogsProps) {
  const add = useAddSources(thread, onAdded);
  const isHere = (id: Source['_id']) => thread.thread_sources.some((it) => it.source === id);
  if (kind === 'edit-link')
    return (
      <EditLinkDialog
        source={source}
        onClose={onClose}
        other={{
          isHere,
          onOpen: (id) => {
            if (isHere(id)) onView(id);
            else add.mutate({ names: [], describe: async () => [{ sourceId: id }] });
          },
        }}
      />
    );
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={texts.removeTitle}
      action={texts.removeAction}
      text={texts.removeText(titleOf(source))}
      onConfirm={() => onRemove(source)}
    />
  );
}
