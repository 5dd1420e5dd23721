/**
 * The Markdown of insights, questions and quotes: callouts of their kind, such as `> [!INSIGHT]`.
 */
import type { MarkdownTokenizer } from '@tiptap/core';

export function calloutTokenizer(kind: string): MarkdownTokenizer {
  const pattern = new RegExp(
    String.raw`^> \[!${kind.toUpperCase()}\][^\S\n]*\n((?:>[^\n]*(?:\n|$))*)`,
    'i',
  );
  return {
    name: kind,
    level: 'block',
    start: (src) => src.search(/^> \[!/m),
    tokenize(src) {
      const [raw, lines] = pattern.exec(src) ?? [];
      return raw === undefined
        ? undefined
        : { type: kind, raw, lines: (lines ?? '').replace(/^> ?/gm, '').replace(/\n$/, '') };
    },
  };
}
export const calloutLines = (token: Readonly<Record<string, unknown>>): string[] =>
  typeof token['lines'] === 'string' ? token['lines'].split('\n') : [];
export const writeCallout = (kind: string, lines: readonly string[]): string =>
  [`[!${kind.toUpperCase()}]`, ...lines].map((line) => `> ${line}`.trimEnd()).join('\n');
