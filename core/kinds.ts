/**
 * What everybody but the kind's own folder knows of a kind of source. The page, the command line,
 * uploads, imports and exports read this table; how a kind fetches and parses is in
 * `pipeline/sources/<kind>`.
 */
import type { Medium } from './contract/locator.ts';
import { textEncodingOf } from './text/text-encoding.ts';

/** A file that people upload as a source of a kind. */
export interface SourceFile {
  /** media type, of the upload and of the stored original */
  type: string;
  /** of file names, lower case, without the dot */
  extension: string;
  /** other extensions of the same files */
  aliases?: readonly string[];
  /** `PDF`, as in "PDF files" */
  label: string;
  /** `a PDF`, as in "This file is not a PDF." */
  withArticle: string;
  /** ASCII that the first kilobyte contains. Without one it is text, told by its name. */
  signature?: string;
  /** ASCII of which the last 4 kB contain one; a file without was cut off. Empty: not checked. */
  endings: readonly string[];
}

export interface KindDescriptor {
  /** as people read it */
  label: string;
  medium: Medium;
  /** the page draws each of these in `ui/features/sources/kind-icons.ts` */
  icon: 'video' | 'document' | 'page' | 'book';
  /** The sources panel has a tab of it only where a thread has such a source. */
  hidesEmptyTab?: true;
  /** what the sources panel says where a thread has no source of this kind */
  empty: { title: string; text: string };
  /** Its sources can be shown as they look at their site, too. */
  hasWebView?: true;
  /** Kinds without any are added by address alone. */
  files?: readonly SourceFile[];
}

/** By their names, which are `sourceType` in the API, in the order in which people see them. */
export const KINDS = {
  youtube: {
    label: 'YouTube',
    medium: 'timed',
    icon: 'video',
    empty: {
      title: 'No YouTube videos added yet!',
      text: 'Tap + to add a new YouTube url or search existing sources.',
    },
  },
  pdf: {
    label: 'PDF',
    medium: 'paged',
    icon: 'document',
    empty: {
      title: 'No PDF documents uploaded',
      text: 'Tap + to add a new PDF or search existing sources.',
    },
    files: [
      {
        type: 'application/pdf',
        extension: 'pdf',
        label: 'PDF',
        withArticle: 'a PDF',
        signature: '%PDF-',
        endings: ['%%EOF', 'startxref'],
      },
    ],
  },
  web: {
    label: 'Web',
    medium: 'flow',
    hasWebView: true,
    icon: 'page',
    empty: {
      title: 'No Web pages uploaded',
      text: 'Tap + to add a new Webpage or search existing sources.',
    },
    // Pages that a browser saved.
    files: [
      {
        type: 'text/html',
        extension: 'html',
        aliases: ['htm'],
        label: 'HTML',
        withArticle: 'an HTML file',
        endings: [],
      },
      {
        type: 'multipart/related',
        extension: 'mhtml',
        aliases: ['mht'],
        label: 'MHTML',
        withArticle: 'an MHTML file',
        endings: [],
      },
      {
        type: 'application/x-webarchive',
        extension: 'webarchive',
        label: 'webarchive',
        withArticle: 'a webarchive',
        signature: 'bplist00',
        endings: [],
      },
    ],
  },
  epub: {
    label: 'EPUB',
    medium: 'flow',
    icon: 'book',
    hidesEmptyTab: true,
    empty: {
      title: 'No EPUB books uploaded',
      text: 'Tap + to add a new EPUB or search existing sources.',
    },
    files: [
      {
        type: 'application/epub+zip',
        extension: 'epub',
        label: 'EPUB',
        withArticle: 'an EPUB',
        signature: 'mimetypeapplication/epub+zip',
        // The end of a zip's directory.
        endings: ['PK\u0005\u0006'],
      },
    ],
  },
  textfile: {
    label: 'Text',
    medium: 'flow',
    icon: 'document',
    hidesEmptyTab: true,
    empty: {
      title: 'No text files uploaded',
      text: 'Tap + to add a new text file or search existing sources.',
    },
    files: [
      {
        type: 'text/markdown',
        extension: 'md',
        aliases: ['markdown'],
        label: 'Markdown',
        withArticle: 'a Markdown file',
        endings: [],
      },
      {
        type: 'text/plain',
        extension: 'txt',
        aliases: ['text'],
        label: 'text',
        withArticle: 'a text file',
        endings: [],
      },
    ],
  },
} as const satisfies Record<string, KindDescriptor>;

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as [KindName, ...KindName[]];
/** Kinds whose tab is there in any thread. */
export const TAB_KINDS = KIND_NAMES.filter((name) => !('hidesEmptyTab' in KINDS[name]));
export const kindDescriptor = (name: KindName): KindDescriptor => KINDS[name];

type Uploaded = Extract<(typeof KINDS)[KindName], { files: readonly SourceFile[] }>;
export type SourceFileType = Uploaded['files'][number]['type'];
interface UploadedKind {
  name: KindName;
  medium: Medium;
  file: SourceFile & { type: SourceFileType };
}
/** The files that people upload, each with its kind. */
export const UPLOADED_KINDS: readonly UploadedKind[] = KIND_NAMES.flatMap((name) => {
  const kind = KINDS[name];
  return 'files' in kind ? kind.files.map((file) => ({ name, medium: kind.medium, file })) : [];
});

export const SOURCE_FILES = UPLOADED_KINDS.map((it) => it.file);
/** What an upload is taken for whose name and type say nothing. */
export const DEFAULT_FILE = KINDS.pdf.files[0];
/** Of file names, lower case, without the dot. */
export const extensionsOf = ({ extension, aliases = [] }: SourceFile): string[] => [
  extension,
  ...aliases,
];

/** Undefined: no kind of source is uploaded as this type. */
export const kindOfFileType = (type: string): UploadedKind | undefined =>
  UPLOADED_KINDS.find((it) => it.file.type === type);
/** By how a file name or the path of an address ends. */
export function kindOfFileName(name: string): UploadedKind | undefined {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return UPLOADED_KINDS.find((it) => extensionsOf(it.file).includes(extension));
}
/** Bytes at the beginning of a file that are enough to tell its kind. */
export const SIGNATURE_BYTES = 1024;
/** `head`: at least the first `SIGNATURE_BYTES` of the file, or all of it. */
export function beginsAs({ signature }: SourceFile, head: Uint8Array): boolean {
  const bytes = head.subarray(0, SIGNATURE_BYTES);
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  if (signature !== undefined) return text.includes(signature);
  const isOther = SOURCE_FILES.some((it) => it.signature && text.startsWith(it.signature));
  return !isOther && textEncodingOf(bytes) !== undefined;
}
/**
 * By the name, where the file begins as its name says, or else by the first bytes alone. `head`: as
 * for `beginsAs`.
 */
export function kindOfFile(name: string, head: Uint8Array): UploadedKind | undefined {
  const named = kindOfFileName(name);
  return named && beginsAs(named.file, head)
    ? named
    : UPLOADED_KINDS.find(({ file }) => file.signature !== undefined && beginsAs(file, head));
}

const inWords = (names: readonly string[], joint: 'and' | 'or'): string =>
  names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} ${joint} ${names.at(-1) ?? ''}`;
/** The files that can be uploaded, in words for people. */
export const FILES_IN_WORDS = {
  /** PDF */
  or: inWords(
    SOURCE_FILES.map((it) => it.label),
    'or',
  ),
  /** PDF */
  and: inWords(
    SOURCE_FILES.map((it) => it.label),
    'and',
  ),
  /** a PDF */
  withArticle: inWords(
    SOURCE_FILES.map((it) => it.withArticle),
    'or',
  ),
} as const;
