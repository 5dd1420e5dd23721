/**
 * Caches the first blocks of notes that are not open. A page requests these and then opens the
 * notes, which would otherwise be read twice.
 */
import type { JSONContent } from '@tiptap/core';
import type { UpdateStore } from './update-store.ts';

/** at most this many blocks of a note are cached */
const MOST_BLOCKS = 100;
const MOST_NOTES = 50;

interface Begun {
  head: string;
  most: number;
  blocks: JSONContent;
}

export class FirstBlocks {
  readonly #store: UpdateStore;
  readonly #begun = new Map<string, Begun>();

  constructor(store: UpdateStore) {
    this.#store = store;
  }

  /** Returns the first `most` blocks of a document. `read` reads them if the cache is outdated. */
  async of(doc: string, most: number, read: () => Promise<JSONContent>): Promise<JSONContent> {
    if (most > MOST_BLOCKS) return read();
    // Read before the document, so that the tag may be too old for it, but never too new.
    const head = await this.#store.head(doc);
    const known = this.#begun.get(doc);
    if (known?.head === head && known.most === most) return known.blocks;
    const blocks = await read();
    this.#begun.delete(doc);
    this.#begun.set(doc, { head, most, blocks });
    for (const oldest of this.#begun.keys())
      if (this.#begun.size > MOST_NOTES) this.#begun.delete(oldest);
    return blocks;
  }
}
