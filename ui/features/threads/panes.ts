import type { ReactNode, Ref } from 'react';
import type { PaneLayout } from './use-pane-layout.ts';
import type { SourceFold } from './use-source-fold.ts';

export interface PanesProps {
  layout: PaneLayout;
  answerCount: number;
  /** an answer is being written */
  busy: boolean;
  fold: SourceFold;
  /** Receives the element for the tools of the notes. */
  toolbarRef: Ref<HTMLDivElement>;
  /** the panel of sources, where it is docked */
  sources?: ReactNode;
  strip: ReactNode;
  viewer: ReactNode;
  notes: ReactNode;
  answers: ReactNode;
  chatBox: ReactNode;
}
