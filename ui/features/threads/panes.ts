import type { ReactNode } from 'react';

export type Pane = 'source' | 'notes' | 'ask';

export interface PanesProps {
  pane: Pane;
  onPane: (pane: Pane) => void;
  answerCount: number;
  /** an answer is being written */
  busy: boolean;
  strip: ReactNode;
  viewer: ReactNode;
  notes: ReactNode;
  answers: ReactNode;
  chatBox: ReactNode;
}
