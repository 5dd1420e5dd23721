import type { Claim } from './support.ts';

/** Length of the longest sentence ending: a stop, closing quotes or brackets, and spaces. */
const ENDING_CHARS = 8;
const HALVES = /[\ud800-\udfff]/g;
const WORD_LETTER = /[\p{L}\p{N}]/u;
const SENTENCE_END = /[.!?。！？…]["'”’)\]]*\s+$|[。！？]$|\n[^\S\n]*$/;
/** Characters of a claim that are searched for a quotation. */
const MAX_CLAIM_CHARS = 4_000;
/** Characters of the answer that are used to detect its language. */
const MAX_LANGUAGE_CHARS = 1_000;

/** Follows the text of an answer, and tells which claim a mark at the current position supports. */
export class RunningClaim {
  #answer = '';
  #sentence = '';
  #previousSentence = '';
  /**
   * The last characters of the text. Testing these for a sentence ending keeps the cost of a
   * character independent of the length of the sentence.
   */
  #ending = '';
  /** Text since the last line break. */
  #paragraph = '';
  /** Text since the last mark. */
  #clause = '';
  #isMarked = false;

  /** Adds text without marks. */
  add(text: string): void {
    for (const letter of text) {
      if (letter.trim() !== '') this.#startSentence();
      this.#sentence += letter;
      this.#ending = (this.#ending + letter).slice(-ENDING_CHARS);
      if (this.#isMarked && WORD_LETTER.test(letter)) this.#startClause();
      this.#clause += letter;
      this.#paragraph = letter === '\n' ? '' : this.#paragraph + letter;
    }
    this.#answer += text;
  }

  /**
   * Same as `add`, but faster. `run` must not contain spaces, nor characters that end a sentence.
   */
  addRun(run: string): void {
    this.#startSentence();
    this.#sentence += run;
    this.#ending = (this.#ending + run.slice(-ENDING_CHARS)).slice(-ENDING_CHARS);
    const word = this.#isMarked ? run.replace(HALVES, '-').search(WORD_LETTER) : -1;
    if (word >= 0) this.#startClause();
    this.#clause += run.slice(Math.max(0, word));
    this.#paragraph += run;
    this.#answer += run;
  }

  /** The next word starts a new clause. */
  endClause(): void {
    this.#isMarked = true;
  }

  /** A mark after the full stop belongs to the sentence that has just ended. */
  claim(): Claim {
    const sentence = WORD_LETTER.test(this.#sentence)
      ? this.#sentence
      : this.#previousSentence + this.#sentence;
    return {
      clause: this.#clause.slice(-MAX_CLAIM_CHARS),
      sentence: sentence.slice(-MAX_CLAIM_CHARS),
      paragraph: this.#paragraph.slice(-MAX_CLAIM_CHARS),
      answerSoFar: this.#answer.slice(-MAX_LANGUAGE_CHARS),
    };
  }

  /** The claim of a mark that precedes its text. */
  claimOf(text: string): Claim {
    const answerSoFar = `${this.#answer}${text}`.slice(-MAX_LANGUAGE_CHARS);
    return { clause: text, sentence: text, paragraph: text, answerSoFar };
  }

  #startSentence(): void {
    if (!SENTENCE_END.test(this.#ending)) return;
    this.#previousSentence = this.#sentence;
    this.#sentence = '';
  }

  #startClause(): void {
    this.#clause = '';
    this.#isMarked = false;
  }
}
