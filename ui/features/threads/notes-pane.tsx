/** The pane of the notes: shows the server's copy until the editor has loaded. */
import type { ComponentProps } from 'react';
import type { Thread } from '#core/contract/thread.ts';
import type { Notes as NotesType } from '#ui/features/notes/index.tsx';
import { PaneBoundary } from '#ui/kit/pane-boundary.tsx';
import { paneTexts } from '#ui/kit/texts/panes.ts';
import { EarlyNotes } from './early-notes.tsx';
import { notesPart } from './preload-thread.ts';

type NotesPaneProps = Omit<
  ComponentProps<typeof NotesType>,
  'threadId' | 'threadUrl' | 'sources' | 'early'
> & { thread: Thread };

export function NotesPane({ thread, ...notesProps }: NotesPaneProps) {
  const early = <EarlyNotes nodes={thread.thread_nodes} readOnly={notesProps.readOnly} />;
  return (
    <PaneBoundary at={thread._id} {...paneTexts.notes} retryLabel={paneTexts.retry}>
      {() => {
        const Notes = notesPart.part();
        return (
          <Notes
            // Reconnects with the viewer's current permissions.
            key={thread.role}
            waiting={<div className="h-full overflow-hidden">{early}</div>}
            early={early}
            threadId={thread._id}
            threadUrl={thread.url}
            sources={thread.thread_source_data}
            {...notesProps}
          />
        );
      }}
    </PaneBoundary>
  );
}
