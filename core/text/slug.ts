/**
 * Letters and digits of a text, none of them cut in half, in lower case and without accents, with a
 * dash between words; empty when it has none.
 */
export function slugOf(text: string, maxLength = 60): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$|-$/, '')
    .replace(/-$/, '');
}
