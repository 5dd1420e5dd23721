import type { ImportItem } from '#core/contract/import.ts';
import { isFile, itemLine } from '../render/import-line.ts';
import type { Output } from '../render/output.ts';

const isSettled = (item: ImportItem): boolean =>
  item.state !== 'waiting' && item.state !== 'running';

/** Follows the entries of an import and reports each one when it is done, as a line or a record. */
export class ImportProgress {
  readonly #out: Output;
  readonly #items = new Map<string, ImportItem>();
  readonly #told = new Set<string>();
  readonly #names = new Map<string, string>();
  constructor(out: Output) {
    this.#out = out;
  }

  hear(item: ImportItem, quietly = false): void {
    const key = `${item.line}.${item.entry}`;
    this.#items.set(key, item);
    if (isFile(item)) this.#names.set(item.input, item.title);
    // A retried entry is reported again when it is done.
    if (!isSettled(item)) {
      this.#told.delete(key);
      return;
    }
    if (this.#told.has(key)) return;
    this.#told.add(key);
    if (quietly) return;
    this.#out.record(item);
    if (!this.#out.live) this.#out.line(itemLine(item, undefined));
  }
  /** In input order. */
  all(): ImportItem[] {
    return [...this.#items.values()].toSorted((a, b) => a.line - b.line || a.entry - b.entry);
  }
  /**
   * The input of an entry. The key of an uploaded file means nothing to users, so its name is used.
   */
  nameOf(input: string): string {
    return this.#names.get(input) ?? input;
  }
}
