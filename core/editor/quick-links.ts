import { type PasteRule } from '@tiptap/core';

/** Text without one of these inside a word contains no address. */
const IN_ADDRESSES = /\S[.:@]\S/;

/** Extends the link extension to search for addresses only in pasted texts that may contain one. */
export const quickLinks = {
  addPasteRules(this: { parent: (() => PasteRule[]) | null | undefined }): PasteRule[] {
    return (this.parent?.() ?? []).map((rule) => {
      const { find } = rule;
      if (typeof find === 'function')
        rule.find = (text, event) => (IN_ADDRESSES.test(text) ? find(text, event) : []);
      return rule;
    });
  },
};
