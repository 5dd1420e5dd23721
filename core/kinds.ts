/**
 * What everything except a kind's own folder knows about a source kind. The page, the command line,
 * uploads, imports and exports read this table; `pipeline/sources/<kind>` fetches and parses.
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
  /** ASCII text in the first kilobyte. Undefined for text files, which are recognised by name. */
  signature?: string;
  /**
   * ASCII texts of which the last 4 kB contain one; without it the file is truncated. Empty: not
   * checked.
   */
  endings: readonly string[];
}

export interface KindDescriptor {
  /** for people */
  label: string;
  medium: Medium;
  /** the page draws each of these in `ui/features/sources/kind-icons.ts` */
  icon: 'video' | 'document' | 'page' | 'book';
  /** The sources panel has a tab for it only if a thread has such a source. */
  hidesEmptyTab?: true;
  /** text of the sources panel for a thread without sources of this kind */
  empty: { title: string; text: string };
  /** Its sources can also be shown as on their site. */
  hasWebView?: true;
  /** Kinds without files are only added by address. */
  files?: readonly SourceFile[];
}

/** By name, which is `sourceType` in the API, in display order. */
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
  office: {
    label: 'Document',
    medium: 'flow',
    icon: 'document',
    hidesEmptyTab: true,
    empty: {
      title: 'No documents uploaded',
      text: 'Tap + to add a new document or search existing sources.',
    },
    files: [
      {
        type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        extension: 'docx',
        label: 'DOCX',
        withArticle: 'a DOCX document',
        signature: 'PK\u0003\u0004',
        endings: ['PK\u0005\u0006'],
      },
      {
        type: 'application/vnd.oasis.opendocument.text',
        extension: 'odt',
        label: 'ODT',
        withArticle: 'an ODT document',
        signature: 'mimetypeapplication/vnd.oasis.opendocument.text',
        endings: ['PK\u0005\u0006'],
      },
      {
        type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
        extension: 'pptx',
        label: 'PPTX',
        withArticle: 'a PPTX presentation',
        signature: 'PK\u0003\u0004',
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
/** Kinds with a tab in every thread. */
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
/** The type of an upload whose name and type are unknown. */
export const DEFAULT_FILE = KINDS.pdf.files[0];
/** Of file names, lower case, without the dot. */
export const extensionsOf = ({ extension, aliases = [] }: SourceFile): string[] => [
  extension,
  ...aliases,
];

/** Undefined if no source kind accepts this type. */
export const kindOfFileType = (type: string): UploadedKind | undefined =>
  UPLOADED_KINDS.find((it) => it.file.type === type);
/** By the end of a file name or path. */
export function kindOfFileName(name: string): UploadedKind | undefined {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return UPLOADED_KINDS.find((it) => extensionsOf(it.file).includes(extension));
}
/** Bytes at the start of a file that suffice to recognise its kind. */
export const SIGNATURE_BYTES = 1024;
/** `head`: at least the first `SIGNATURE_BYTES` of the file, or all of it. */
export function beginsAs({ signature }: SourceFile, head: Uint8Array): boolean {
  const bytes = head.subarray(0, SIGNATURE_BYTES);
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  if (signature !== undefined) return text.includes(signature);
  const isOther = SOURCE_FILES.some((it) => it.signature && text.startsWith(it.signature));
  return !isOther && textEncodingOf(bytes) !== undefined;
}
/** Any zip begins as a document of an office suite does. */
const isDistinct = ({ signature = '' }: SourceFile): boolean => signature.length > 4;
/** By name if the file starts accordingly, else by its first bytes. `head`: as for `beginsAs`. */
export function kindOfFile(name: string, head: Uint8Array): UploadedKind | undefined {
  const named = kindOfFileName(name);
  return named && beginsAs(named.file, head)
    ? named
    : UPLOADED_KINDS.find(({ file }) => isDistinct(file) && beginsAs(file, head));
}

const inWords = (names: readonly string[], joint: 'and' | 'or'): string =>
  names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} ${joint} ${names.at(-1) ?? ''}`;
/** The supported files as text for people. */
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
