/**
 * Matches a code fence: three backticks, an optional language (including `c++` and `objective-c`)
 * and a space.
 */
import { Extension, textblockTypeInputRule } from '@tiptap/core';

export const DEFAULT_LANGUAGE = 'javascript';
const FENCE = /^(?:```|~~~)([a-z][\w+#.-]{0,39})?[\s\n]$/i;

export const CodeFence = Extension.create({
  name: 'codeFence',
  // Before the block's own input rule, which only accepts letters.
  priority: 200,
  addInputRules() {
    const type = this.editor.schema.nodes['codeBlock'];
    return type
      ? [
          textblockTypeInputRule({
            find: FENCE,
            type,
            getAttributes: ([, language]) =>
              language === undefined ? {} : { language: language.toLowerCase() },
          }),
        ]
      : [];
  },
});
