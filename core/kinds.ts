/**
 * What everybody but the kind's own folder knows of a kind of source. The page, the command line,
 * uploads, imports and exports read this table; how a kind fetches and parses is in
 * `pipeline/sources/<kind>`.
 */
import type { Medium } from './contract/locator.ts';

/** A file that people upload as a source of a kind. */
export interface SourceFile {
  /** media type, of the upload and of the stored original */
  type: string;
  /** of file names, lower case, without the dot */
  extension: string;
  /** `PDF`, as in "Choose PDFs" */
  label: string;
  /** `a PDF`, as in "This file is not a PDF." */
  withArticle: string;
  /** ASCII that the first kilobyte contains */
  signature: string;
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
  /** Kinds without one are added by address alone. */
  file?: SourceFile;
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
    file: {
      type: 'application/pdf',
      extension: 'pdf',
      label: 'PDF',
      withArticle: 'a PDF',
      signature: '%PDF-',
      endings: ['%%EOF', 'startxref'],
    },
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
    file: {
      type: 'application/epub+zip',
      extension: 'epub',
      label: 'EPUB',
      withArticle: 'an EPUB',
      signature: 'mimetypeapplication/epub+zip',
      // The end of a zip's directory.
      endings: ['PK\u0005\u0006'],
    },
  },
} as const satisfies Record<string, KindDescriptor>;

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as [KindName, ...KindName[]];
/** Kinds whose tab is there in any thread. */
export const TAB_KINDS = KIND_NAMES.filter((name) => !('hidesEmptyTab' in KINDS[name]));
export const kindDescriptor = (name: KindName): KindDescriptor => KINDS[name];

type Uploaded = Extract<(typeof KINDS)[KindName], { file: SourceFile }>;
export type SourceFileType = Uploaded['file']['type'];
interface UploadedKind {
  name: KindName;
  medium: Medium;
  file: SourceFile & { type: SourceFileType };
}
/** The kinds whose files people upload. */
export const UPLOADED_KINDS: readonly UploadedKind[] = KIND_NAMES.flatMap((name) => {
  const kind = KINDS[name];
  return 'file' in kind ? [{ name, medium: kind.medium, file: kind.file }] : [];
});

export const SOURCE_FILES = UPLOADED_KINDS.map((it) => it.file);
/** What an upload is taken for whose name and type say nothing. */
export const DEFAULT_FILE = KINDS.pdf.file;

/** Undefined: no kind of source is uploaded as this type. */
export const kindOfFileType = (type: string): UploadedKind | undefined =>
  UPLOADED_KINDS.find((it) => it.file.type === type);
/** By how a file name or the path of an address ends. */
export function kindOfFileName(name: string): UploadedKind | undefined {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  return UPLOADED_KINDS.find((it) => it.file.extension === extension);
}
/** Bytes at the beginning of a file that are enough to tell its kind. */
export const SIGNATURE_BYTES = 1024;
/** `head`: the first `SIGNATURE_BYTES` of a file, a character per byte (`latin1`). */
export const kindOfSignature = (head: string): UploadedKind | undefined =>
  UPLOADED_KINDS.find((it) => head.includes(it.file.signature));

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
  /** PDFs */
  plural: inWords(
    SOURCE_FILES.map((it) => `${it.label}s`),
    'and',
  ),
  /** a PDF */
  withArticle: inWords(
    SOURCE_FILES.map((it) => it.withArticle),
    'or',
  ),
} as const;
