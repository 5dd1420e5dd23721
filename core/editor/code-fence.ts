/**
 * Code by three backticks, an optional language and a space: of any language, `c++` and
 * `objective-c` too.
 */
import { Extension, textblockTypeInputRule } from '@tiptap/core';

export const DEFAULT_LANGUAGE = 'javascript';
const FENCE = /^(?:```|~~~)([a-z][\w+#.-]{0,39})?[\s\n]$/i;

export const CodeFence = Extension.create({
  name: 'codeFence',
  // Before the rule of the block itself, which knows letters alone.
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
