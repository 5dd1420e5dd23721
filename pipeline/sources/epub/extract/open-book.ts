/** The files of an EPUB: its package document, the order of its chapters and their titles. */
import path from 'node:path';
import { Fault } from '#core/contract/faults.ts';
import { parseXml, tidy } from '#pipeline/sources/html-document.ts';
import { named, textOf, type XmlNode } from '#pipeline/sources/xml-elements.ts';
import { withZippedFiles, type ZippedFiles } from '#pipeline/sources/zipped-files.ts';

const MOST_CHAPTERS = 5_000;
/** Algorithms that only obfuscate fonts. */
const FONT_ALGORITHM = /^http:\/\/(www\.idpf\.org|ns\.adobe\.com)\//;

export interface BookFile {
  /** path in the zip */
  path: string;
  type: string;
  properties: ReadonlySet<string>;
}
export interface Book {
  title: string | undefined;
  authors: string[];
  language: string | undefined;
  date: string | undefined;
  /** in reading order */
  chapters: BookFile[];
  /** by the paths of chapters */
  titles: ReadonlyMap<string, string>;
  cover: BookFile | undefined;
  text(file: BookFile): Promise<string>;
  bytes(file: BookFile): Promise<Buffer>;
}

const damaged = (why: string): Fault =>
  new Fault('corrupt_file', {
    message: `This EPUB is damaged: ${why}. Download or export it again.`,
  });
/** Returns the path that a link in a file of the book refers to, without its fragment. */
function pathFrom(file: string, href: string): string {
  const [relative = ''] = href.split('#');
  const name = path.posix.join(path.posix.dirname(file), decodedPath(relative));
  return name.startsWith('../') ? '' : name;
}
function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Calls `use` with the opened book, then closes it. Faults: `corrupt_file`; `password_protected`
 * where DRM encrypts its text; `too_large`.
 */
export const withBook = <T>(bytes: Buffer, use: (book: Book) => Promise<T>): Promise<T> =>
  withZippedFiles(bytes, damaged, async (files) => use(await readBook(files)));

async function readBook(files: ZippedFiles): Promise<Book> {
  if (files.has('META-INF/encryption.xml'))
    refuseDrm(parseXml(await files.text('META-INF/encryption.xml')));
  const container = parseXml(await files.text('META-INF/container.xml'));
  const packagePath = named(container, 'rootfile')[0]?.getAttribute('full-path') ?? '';
  if (!files.has(packagePath)) throw damaged('it does not say where its contents are');
  const opf = parseXml(await files.text(packagePath));
  const manifest = manifestOf(opf, packagePath, files);
  const contents = [...manifest.values()].find((it) => it.properties.has('nav'));
  const ncx = [...manifest.values()].find((it) => it.type === 'application/x-dtbncx+xml');
  const chapters = named(opf, 'itemref')
    .filter((it) => it.getAttribute('linear') !== 'no')
    .flatMap((it) => manifest.get(it.getAttribute('idref') ?? '') ?? [])
    .filter((it) => it !== contents && /html/.test(it.type));
  if (chapters.length === 0) throw damaged('it lists no chapters');
  if (chapters.length > MOST_CHAPTERS) throw new Fault('too_large');
  const list = contents ?? ncx;
  return {
    title: textOf(opf, 'title'),
    authors: named(opf, 'creator').map((it) => tidy(it.textContent)),
    language: textOf(opf, 'language'),
    date: textOf(opf, 'date'),
    chapters,
    titles: list ? titlesIn(parseXml(await files.text(list.path)), list.path) : new Map(),
    cover: coverOf(opf, manifest),
    text: (file) => files.text(file.path),
    bytes: (file) => files.bytes(file.path),
  };
}

function refuseDrm(encryption: XmlNode): void {
  const isText = named(encryption, 'encryptionmethod').some(
    (it) => !FONT_ALGORITHM.test(it.getAttribute('Algorithm') ?? ''),
  );
  if (isText)
    throw new Fault('password_protected', {
      message: 'This EPUB is protected by DRM, so it can’t be read. Add a copy without DRM.',
    });
}

function manifestOf(opf: XmlNode, packagePath: string, files: ZippedFiles): Map<string, BookFile> {
  return new Map(
    named(opf, 'item').flatMap((it) => {
      const file = {
        path: pathFrom(packagePath, it.getAttribute('href') ?? ''),
        type: it.getAttribute('media-type') ?? '',
        properties: new Set((it.getAttribute('properties') ?? '').split(/\s+/)),
      };
      return files.has(file.path) ? [[it.getAttribute('id') ?? '', file] as const] : [];
    }),
  );
}

/** Returns the titles in the table of contents: an XHTML `nav` (EPUB 3) or an NCX (EPUB 2). */
function titlesIn(list: XmlNode, listPath: string): Map<string, string> {
  const titles = new Map<string, string>();
  const add = (href: string | null | undefined, title: string | undefined) => {
    const file = href ? pathFrom(listPath, href) : '';
    if (file !== '' && title && !titles.has(file)) titles.set(file, title);
  };
  const navs = named(list, 'nav');
  const toc = navs.find((it) => it.getAttribute('epub:type') === 'toc') ?? navs[0];
  if (toc)
    for (const link of named(toc, 'a')) add(link.getAttribute('href'), tidy(link.textContent));
  for (const point of named(list, 'navpoint'))
    add(named(point, 'content')[0]?.getAttribute('src'), textOf(point, 'text'));
  return titles;
}

function coverOf(opf: XmlNode, manifest: ReadonlyMap<string, BookFile>): BookFile | undefined {
  const declared = named(opf, 'meta').find((it) => it.getAttribute('name') === 'cover');
  const cover =
    [...manifest.values()].find((it) => it.properties.has('cover-image')) ??
    manifest.get(declared?.getAttribute('content') ?? '');
  return cover && /^image\/(jpeg|png)$/.test(cover.type) ? cover : undefined;
}
