/**
 * The history of the notes: the list at the side, and the selected version in place of the notes.
 */
import { clsx } from 'clsx';
import { useEffect } from 'react';
import type { NotesVersion } from '#core/contract/history.ts';
import { versionTexts as texts } from './texts.ts';
import { VersionDiff } from './version-diff.tsx';
import { VersionList } from './version-list.tsx';

export interface NotesHistoryProps {
  threadId: string;
  chosen: NotesVersion | undefined;
  onChoose: (version: NotesVersion | undefined) => void;
  onClose: () => void;
}

/** Inside a flex row that is a container. */
export function NotesHistory({ threadId, chosen, onChoose, onClose }: NotesHistoryProps) {
  useEffect(() => {
    const back = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (chosen) onChoose(undefined);
      else onClose();
    };
    document.addEventListener('keydown', back);
    return () => document.removeEventListener('keydown', back);
  }, [chosen, onChoose, onClose]);
  return (
    <>
      {chosen && (
        <VersionDiff
          key={chosen._id}
          threadId={threadId}
          version={chosen}
          onBack={() => onChoose(undefined)}
        />
      )}
      <aside
        aria-label={texts.title}
        className={clsx(
          'flex min-h-0 w-full shrink-0 flex-col border-line bg-paper @xl:w-68 @xl:border-l',
          chosen && '@max-xl:hidden',
        )}
      >
        <VersionList
          threadId={threadId}
          chosen={chosen?._id}
          onChoose={onChoose}
          onClose={onClose}
        />
      </aside>
    </>
  );
}
