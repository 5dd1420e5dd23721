/** Facts by which claims and passages are compared, computed once per text and only when needed. */
import { analyse, baseLanguage, sentencesWithin } from '#pipeline/search/index.ts';
import type { Sentence } from '#core/text/sentences.ts';
import { figuresOf, type Figure } from './figures.ts';
import { negationsIn, type Negations } from './negation.ts';
import { contentTerms } from './relevance.ts';
import type { Passage } from './retrieve.ts';

export class TextFacts {
  readonly text: string;
  readonly language: string;
  #terms: ReadonlySet<string> | undefined;
  #sequence: readonly string[] | undefined;
  #forms: ReadonlySet<string> | undefined;
  #figures: readonly Figure[] | undefined;
  #negations: Negations | undefined;

  constructor(text: string, language: string) {
    this.text = text;
    this.language = language;
  }

  /** the base language */
  get base(): string {
    return baseLanguage(this.language);
  }
  /** of its content words */
  get terms(): ReadonlySet<string> {
    return (this.#terms ??= contentTerms(this.text, this.language));
  }
  /** the terms of its content words in order */
  get sequence(): readonly string[] {
    return (this.#sequence ??= analyse(this.text, this.base).flatMap((it) =>
      this.terms.has(it.term) ? [it.term] : [],
    ));
  }
  /** its words, folded and stemmed */
  get forms(): ReadonlySet<string> {
    return (this.#forms ??= new Set(
      analyse(this.text, this.base).flatMap((it) => [it.form, it.term]),
    ));
  }
  get figures(): readonly Figure[] {
    return (this.#figures ??= figuresOf(this.text, this.base));
  }
  get negations(): Negations {
    return (this.#negations ??= negationsIn(this.text, this.language));
  }
}

export class PassageFacts {
  /** with its title and heading */
  readonly whole: TextFacts;
  readonly title: string;
  #title: ReadonlySet<string> | undefined;
  readonly sentences: readonly { sentence: Sentence; facts: TextFacts }[];

  constructor(passage: Passage) {
    const { title, heading, text, language } = passage;
    this.title = `${title}\n${heading}`;
    this.whole = new TextFacts(`${title}\n${heading}\n${text}`, language);
    this.sentences = sentencesWithin(passage).map((sentence) => ({
      sentence,
      facts: new TextFacts(sentence.text, language),
    }));
  }

  /** Returns the sentence that shares the most of these terms, the shorter of equals. */
  best(terms: ReadonlySet<string>): number {
    let best = 0;
    let most = -1;
    for (const [at, { facts }] of this.sentences.entries()) {
      const common = facts.terms.intersection(terms).size;
      const score = common === 0 ? 0 : common + common / facts.terms.size;
      if (score > most) [best, most] = [at, score];
    }
    return best;
  }

  /** Returns a sentence with its neighbours. */
  around(at: number): TextFacts[] {
    return this.sentences.slice(Math.max(0, at - 1), at + 2).map((it) => it.facts);
  }

  /** Returns the terms of a sentence, of its neighbours and of the title. */
  near(at: number): ReadonlySet<string> {
    return this.around(at).reduce(
      (terms, it) => terms.union(it.terms),
      (this.#title ??= contentTerms(this.title, this.whole.language)),
    );
  }
}

const known = new WeakMap<Passage, PassageFacts>();
export function factsOf(passage: Passage): PassageFacts {
  let facts = known.get(passage);
  if (!facts) known.set(passage, (facts = new PassageFacts(passage)));
  return facts;
}
