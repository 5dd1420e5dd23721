/** The strip of the thread's sources, with the ways to all of them. */
import { ChevronDown, ChevronUp, ListVideo } from 'lucide-react';
import type { ComponentProps } from 'react';
import { SourceStrip, SourceSwitch } from '#ui/features/sources/index.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { stripBarTexts as texts } from './texts/workspace.ts';
import type { SourceFold } from './use-source-fold.ts';

type StripProps = Omit<ComponentProps<typeof SourceStrip>, 'before' | 'after' | 'isFolded'>;

interface WorkspaceStripProps extends StripProps {
  fold: SourceFold;
  /** Opens the list of all sources; undefined where the title bar does. */
  onList: (() => void) | undefined;
}

export function WorkspaceStrip({ fold, onList, ...strip }: WorkspaceStripProps) {
  return (
    <SourceStrip
      {...strip}
      isFolded={fold.isFolded}
      before={
        <>
          {onList && <ListButton onList={onList} />}
          <Switch {...strip} isFolded={fold.isFolded} />
        </>
      }
      after={<FoldButton fold={fold} />}
    />
  );
}

/** In the title bar: the list of all sources and, in a short window, a switcher instead of the strip. */
export function TitleBarSources({ fold, onList, ...strip }: Omit<WorkspaceStripProps, 'onAdd'>) {
  return (
    <>
      {onList && <ListButton onList={onList} />}
      {fold.isShort && fold.isFolded && (
        <>
          <Switch {...strip} isFolded />
          <FoldButton fold={fold} />
        </>
      )}
    </>
  );
}

const ListButton = ({ onList }: { onList: () => void }) => (
  <IconButton label={texts.sources} onClick={onList}>
    <ListVideo size={18} />
  </IconButton>
);

function Switch({
  sources,
  currentId,
  onView,
  isFolded,
}: Pick<StripProps, 'sources' | 'currentId' | 'onView'> & { isFolded: boolean }) {
  if (sources.length < 2) return null;
  return (
    <SourceSwitch sources={sources} currentId={currentId} onView={onView} isFolded={isFolded} />
  );
}

function FoldButton({ fold: { isFolded, setFolded } }: { fold: SourceFold }) {
  const Icon = isFolded ? ChevronDown : ChevronUp;
  return (
    <IconButton label={isFolded ? texts.unfold : texts.fold} onClick={() => setFolded(!isFolded)}>
      <Icon size={18} />
    </IconButton>
  );
}
