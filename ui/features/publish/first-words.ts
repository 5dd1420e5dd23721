import { isRecord } from '#core/is-record.ts';

const MOST = 400;

/** The first words of a post: its first paragraph with text. */
export function firstWords(node: unknown): string {
  if (!isRecord(node)) return '';
  const children: unknown[] = Array.isArray(node['content']) ? node['content'] : [];
  if (node['type'] === 'paragraph')
    return children
      .map((it) => (isRecord(it) && typeof it['text'] === 'string' ? it['text'] : ''))
      .join('')
      .trim()
      .slice(0, MOST);
  for (const child of children) {
    const words = firstWords(child);
    if (words !== '') return words;
  }
  return '';
}
