import { type PasteRule } from '@tiptap/core';

/** Without one of these within a word a text has no address. */
const IN_ADDRESSES = /\S[.:@]\S/;

/** Extend the link extension with this: it looks for addresses only in pasted texts that may have one. */
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
