/** The strip of the thread's sources, with links to all of them. */
import { ChevronDown, ChevronUp, ListVideo } from 'lucide-react';
import type { ComponentProps } from 'react';
import { SourceStrip, SourceSwitch } from '#ui/features/sources/index.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { stripBarTexts as texts } from './texts/workspace.ts';
import type { SourceFold } from './use-source-fold.ts';
import type { SourcesPanelState } from './use-sources-panel.ts';

type StripProps = Omit<ComponentProps<typeof SourceStrip>, 'before' | 'after' | 'isFolded'>;

interface WorkspaceStripProps extends StripProps {
  fold: SourceFold;
  /** that of all sources; undefined where the other bar has its button */
  panel: SourcesPanelState | undefined;
}

export function WorkspaceStrip({ fold, panel, ...strip }: WorkspaceStripProps) {
  return (
    <SourceStrip
      {...strip}
      isFolded={fold.isFolded}
      before={
        <>
          {panel && <PanelButton panel={panel} />}
          <Switch {...strip} isFolded={fold.isFolded} />
        </>
      }
      after={<FoldButton fold={fold} />}
    />
  );
}

/** In the title bar: the panel of all sources and, in a short window, a switcher instead of the strip. */
export function TitleBarSources({ fold, panel, ...strip }: Omit<WorkspaceStripProps, 'onAdd'>) {
  return (
    <>
      {panel && <PanelButton panel={panel} />}
      {fold.isShort && fold.isFolded && (
        <>
          <Switch {...strip} isFolded />
          <FoldButton fold={fold} />
        </>
      )}
    </>
  );
}

function PanelButton({ panel: { isOpen, isDocked, setOpen } }: { panel: SourcesPanelState }) {
  return (
    <IconButton
      label={texts.sources}
      shortcut="sources"
      aria-expanded={isOpen}
      aria-haspopup={isDocked ? undefined : 'dialog'}
      onClick={() => setOpen(!isOpen)}
      className={isDocked && isOpen ? 'bg-pressed! text-ink!' : ''}
    >
      <ListVideo size={18} />
    </IconButton>
  );
}

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
