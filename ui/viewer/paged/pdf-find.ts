/** The search of one PDF, through the events of PDF.js. */
import type { EventBus } from 'pdfjs-dist/web/pdf_viewer.mjs';
import type { FoundMatches } from './pdf-state.ts';

export interface FindOptions {
  matchCase: boolean;
  wholeWords: boolean;
}
interface MatchesCount {
  current: number;
  total: number;
}

/** PDF.js's state of a search that is still running. */
const FIND_PENDING = 3;

export class PdfFind {
  readonly #bus: EventBus;
  readonly #onFound: (found: FoundMatches | undefined) => void;
  #isDone = false;

  constructor(bus: EventBus, onFound: (found: FoundMatches | undefined) => void) {
    this.#bus = bus;
    this.#onFound = onFound;
    bus.on('updatefindmatchescount', ({ matchesCount }: { matchesCount: MatchesCount }) =>
      onFound({ ...matchesCount, isDone: this.#isDone }),
    );
    bus.on(
      'updatefindcontrolstate',
      ({ state, matchesCount }: { state: number; matchesCount: MatchesCount }) => {
        this.#isDone = state !== FIND_PENDING;
        onFound({ ...matchesCount, isDone: this.#isDone });
      },
    );
  }

  find(
    query: string,
    step: 'new' | 'next' | 'previous',
    { matchCase, wholeWords }: FindOptions,
  ): void {
    if (query === '') {
      this.#bus.dispatch('findbarclose', { source: this });
      this.#isDone = false;
      this.#onFound(undefined);
      return;
    }
    this.#bus.dispatch('find', {
      source: this,
      type: step === 'new' ? '' : 'again',
      query,
      caseSensitive: matchCase,
      entireWord: wholeWords,
      highlightAll: true,
      findPrevious: step === 'previous',
      matchDiacritics: false,
    });
  }
}
