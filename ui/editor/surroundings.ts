/** What the blocks' views need of the page around them. */
import { createContext, type ReactNode, use } from 'react';
import type { Citation } from '#core/contract/ask.ts';
import type { Locator } from '#core/contract/locator.ts';

export interface Surroundings {
  readOnly: boolean;
  onGo(sourceId: string, locator: Locator): void;
  /** nothing for a source that is not in the thread */ titleOf(sourceId: string): string | undefined;
  renderAnswer(text: string, citations: readonly Citation[]): ReactNode;
}

export const SurroundingsContext = createContext<Surroundings>({ readOnly: true, onGo: () => undefined, titleOf: () => undefined, renderAnswer: (text) => text });
export const useSurroundings = (): Surroundings => use(SurroundingsContext);
