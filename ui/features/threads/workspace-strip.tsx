/** The strip of the thread's sources, with the ways to all of them. */
import { ListVideo } from 'lucide-react';
import type { ComponentProps } from 'react';
import { SourceStrip, SourceSwitch } from '#ui/features/sources/index.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { workspaceTexts as texts } from './texts/workspace.ts';

type WorkspaceStripProps = Omit<ComponentProps<typeof SourceStrip>, 'before'> & {
  /** Opens the list of all sources. */
  onList: () => void;
};

export function WorkspaceStrip({ onList, ...strip }: WorkspaceStripProps) {
  const { sources, currentId, onView } = strip;
  return (
    <SourceStrip
      {...strip}
      before={
        <>
          <IconButton label={texts.sources} onClick={onList}>
            <ListVideo size={19} />
          </IconButton>
          {sources.length > 1 && (
            <SourceSwitch sources={sources} currentId={currentId} onView={onView} />
          )}
        </>
      }
    />
  );
}
