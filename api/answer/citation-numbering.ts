import type { Citation, CitationSupport } from '#core/contract/ask.ts';
import type { Locator } from '#core/contract/locator.ts';
import { positionWithin } from '#pipeline/search/index.ts';
import type { Passage } from './retrieve.ts';
import { supportOf, type Claim, type Support } from './support.ts';

/**
 * The most citations of one answer that are judged, at about 0.3 ms each. Real answers have less
 * than a tenth of that; further citations are dropped.
 */
const MAX_JUDGED = 1_000;

/** Numbers the citations of one answer in the order in which they appear. */
export class CitationNumbering {
  readonly #passages: ReadonlyMap<number, Passage>;
  /** Marks by passage and position: a passage may have several cited positions. */
  readonly #marks = new Map<string, number>();
  #judged = 0;

  constructor(passages: readonly Passage[]) {
    this.#passages = new Map(passages.map((it) => [it.n, it]));
  }

  /** The number of citations so far. */
  get count(): number {
    return this.#marks.size;
  }

  /** Whether all further citations are dropped. */
  get isFull(): boolean {
    return this.#judged >= MAX_JUDGED;
  }

  /**
   * Judges a claim that cites passages by their numbers. Returns the marks of the passages that
   * support it, and the citations among these that are new.
   */
  cite(numbers: readonly number[], claim: Claim): { marks: number[]; added: Citation[] } {
    const marks = new Set<number>();
    const added: Citation[] = [];
    for (const { passage, support } of this.#supporting(numbers, claim)) {
      const { key, locator } = citedPosition(passage, support);
      const known = this.#marks.get(key);
      const mark = known ?? this.#marks.size + 1;
      marks.add(mark);
      if (known !== undefined) continue;
      this.#marks.set(key, mark);
      added.push({
        mark,
        source_id: passage.sourceId,
        title: passage.title,
        locator,
        support: support.strength,
      });
    }
    return { marks: [...marks], added };
  }

  #supporting(
    numbers: readonly number[],
    claim: Claim,
  ): { passage: Passage; support: CitedSupport }[] {
    return numbers.flatMap((n) => {
      const passage = this.#passages.get(n);
      if (!passage || this.isFull) return [];
      this.#judged += 1;
      const { strength, ...rest } = supportOf(passage, claim);
      return strength === 'none' ? [] : [{ passage, support: { strength, ...rest } }];
    });
  }
}

type CitedSupport = Support & { strength: CitationSupport };

/** The position in a passage that supports a claim, and a key that is unique to this position. */
function citedPosition(
  passage: Passage,
  { strength, range }: CitedSupport,
): { key: string; locator: Locator } {
  if (!range) return { key: `${passage.n} ${strength}`, locator: passage.locator };
  return {
    key: `${passage.n}:${range.start} ${strength}`,
    locator: positionWithin(passage, range.start, range.end),
  };
}
