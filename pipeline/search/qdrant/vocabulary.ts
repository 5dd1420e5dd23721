/**
 * The vocabulary of an owner's passages, used to correct words of a question that no passage has.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '#config/log.ts';
import type { UserId } from '#core/contract/id.ts';
import { editDistance, isNumber } from '../text/edit-distance.ts';
import type { QueryWord } from '../text/query.ts';

/** The most words read per owner; rarer words are unlikely corrections. */
export const MAX_WORDS = 100_000;
const MAX_OWNERS = 20;
/**
 * Ms for which a vocabulary is cached. New passages are found at once, but corrections to their
 * words only after this time.
 */
const FRESH_MS = 60_000;
/** A search waits at most this long for the vocabulary; the next one has it. */
const PATIENCE_MS = 500;
const SHORTEST = 4;
/** Words of this length or longer may have two typing errors. */
const LONG = 8;
const LISTED = 6;

export class Vocabularies {
  /** most frequent first */
  readonly #read: (ownerId: UserId) => Promise<string[]>;
  readonly #log: Log;
  readonly #cache = new Map<UserId, { at: number; words: Promise<string[]> }>();

  constructor(read: (ownerId: UserId) => Promise<string[]>, log: Log) {
    this.#read = read;
    this.#log = log;
  }

  /**
   * Returns the most similar words for a word outside the vocabulary, most frequent first; none for
   * a word in it.
   */
  async meant(
    ownerId: UserId,
    { form, terms, prefix, bigram: pair }: QueryWord,
  ): Promise<string[]> {
    if (pair || form.length < SHORTEST || isNumber(form)) return [];
    const most = form.length >= LONG ? 2 : 1;
    const near: { word: string; slips: number }[] = [];
    for (const word of await this.#words(ownerId)) {
      if (word === form || terms.includes(word) || (prefix && word.startsWith(form))) return [];
      const slips = editDistance(form, word, most);
      if (slips <= most) near.push({ word, slips });
    }
    const least = Math.min(...near.map(({ slips }) => slips));
    return near
      .filter(({ slips }) => slips === least)
      .slice(0, LISTED)
      .map(({ word }) => word);
  }

  async #words(ownerId: UserId): Promise<string[]> {
    let cached = this.#cache.get(ownerId);
    if (!cached || Date.now() - cached.at > FRESH_MS) {
      const [oldest] = this.#cache.keys();
      if (oldest !== undefined && this.#cache.size >= MAX_OWNERS) this.#cache.delete(oldest);
      const words = this.#read(ownerId).catch((error: unknown) => {
        this.#log.warn(
          { err: error },
          'the vocabulary could not be read; misspelt words are not corrected',
        );
        this.#cache.delete(ownerId);
        return [];
      });
      this.#cache.set(ownerId, (cached = { at: Date.now(), words }));
    }
    return Promise.race([cached.words, delay(PATIENCE_MS, [], { ref: false })]);
  }
}
