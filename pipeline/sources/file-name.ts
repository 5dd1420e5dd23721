/** Names of files that are sources, and the titles they give. */

/**
 * Returns the file name from the header `Content-Disposition` or the last part of the address;
 * undefined without either.
 */
export function fileNameOf(
  address: string,
  headers: Record<string, string> = {},
): string | undefined {
  const disposition = headers['content-disposition'] ?? '';
  const starred = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*"?([^";]+)/i.exec(disposition)?.[1];
  const url = URL.parse(address);
  return (
    decoded(starred) ??
    plain ??
    decoded(url?.pathname.split('/').filter(Boolean).at(-1)) ??
    url?.hostname
  );
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const LONGEST_TITLE = 300;
/** Returns the name without folders and `extension`; the extension in capitals if nothing remains. */
export function titleOfFile(name: string | undefined, extension: string): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  const stem = last.toLowerCase().endsWith(`.${extension}`)
    ? last.slice(0, -extension.length - 1)
    : last;
  const words = /\s/.test(stem) ? stem : stem.replaceAll('_', ' ');
  return words.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE) || extension.toUpperCase();
}
