/** What a thread is called that begins with a link or a file. Pure. */
const MAX_CHARS = 80;
/** Parts of addresses that say nothing of the page: `/watch`, `/article/4711`, `/p/` … */
const TELLS_NOTHING = /^(?:watch|index|view|article|p|a|\P{L}*)$/iu;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const readable = (part: string): string => {
  const words = part.replace(/[-_+]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The last part of the address that a person can read, or its host. */
function nameOfLink(link: string): string {
  const url = URL.parse(link);
  if (!url) return link;
  const last = decoded(url.pathname.split('/').findLast(Boolean) ?? '').replace(/\.\w{1,5}$/, '');
  return TELLS_NOTHING.test(last) ? url.hostname.replace(/^www\./, '') : readable(last);
}

/** The name of the first file, or of the first link. */
export function nameAddition(files: readonly string[], links: readonly string[]): string {
  const [file] = files;
  const name =
    file === undefined ? nameOfLink(links[0] ?? '') : readable(file.replace(/\.\w{1,5}$/, ''));
  return name.slice(0, MAX_CHARS);
}
