/** Notes ⇄ Markdown. Blocks read well anywhere and come back as blocks; places are links of the workspace. */
import type { JSONContent } from '@tiptap/core';
import { MarkdownManager } from '@tiptap/markdown';
import { cleanDoc } from './document.ts';
import { editorExtensions } from './schema.ts';

let manager: MarkdownManager | undefined;
const markdown = (): MarkdownManager => (manager ??= new MarkdownManager({ extensions: editorExtensions() }));

export const docToMarkdown = (doc: JSONContent): string => markdown().serialize(cleanDoc(doc));
export const docFromMarkdown = (text: string): JSONContent => cleanDoc(markdown().parse(text));
