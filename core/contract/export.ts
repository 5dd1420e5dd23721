/** A thread outside of Gloss: the format that `gloss export` writes and `gloss import` reads. */
import { z } from 'zod';
import { Answer } from './ask.ts';
import { FileType } from './file.ts';
import { SourceId, ThreadId } from './id.ts';
import { Highlight } from './import.ts';
import { Medium } from './locator.ts';
import { SourceFlag, SourceType } from './source.ts';

/**
 * `md`: for Obsidian and other vaults · `html`: to read anywhere · `json`: all of it, for programs
 * · `anki`: cards of questions, quotes and insights
 */
export const ExportFormat = z.enum(['md', 'html', 'json', 'anki']);
export type ExportFormat = z.infer<typeof ExportFormat>;

const fileKey = z.string().regex(/^[a-z0-9][a-z0-9/._-]{0,300}$/);
/** A file of the thread. `path`: of its bytes, relative to the text. */
export const ExportedFile = z.object({
  key: fileKey,
  name: z.string().max(300),
  contentType: FileType,
  size: z.int().min(0),
  path: z.string().regex(/^assets\/[\w.-]{1,120}$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** lets the server that wrote it recognise its own bytes and reuse them */
  seal: z.string().max(100).optional(),
});
export type ExportedFile = z.infer<typeof ExportedFile>;

/** With the fields of any import: an export is also a list of sources. */
export const ExportedSource = z.object({
  _id: SourceId,
  sourceType: SourceType,
  medium: Medium,
  title: z.string().max(1000),
  ownTitle: z.string().max(1000).optional(),
  /** its address; missing for an uploaded file */
  url: z.string().max(4096).optional(),
  /** of `files`, where it was uploaded */
  file: fileKey.optional(),
  /** when it was added to the thread */
  heldSince: z.iso.datetime(),
  author: z.string().optional(),
  publishedAt: z.string().optional(),
  language: z.string().optional(),
  duration: z.number().optional(),
  pages: z.int().optional(),
  tags: z.array(z.string().max(200)).max(500).optional(),
  folders: z.array(z.string().max(1000)).max(500).optional(),
  addedAt: z.iso.datetime().optional(),
  note: z.string().max(200_000).optional(),
  flags: z.array(SourceFlag).max(10).optional(),
  highlights: z.array(Highlight).max(5000).optional(),
});
export type ExportedSource = z.infer<typeof ExportedSource>;

const Notes = z.record(z.string(), z.unknown());
export const ExportedAnswer = Answer.omit({ thread_id: true });
export type ExportedAnswer = z.infer<typeof ExportedAnswer>;

/** `thread.json`. Excludes members, visibility and reading positions. */
export const ThreadExport = z.object({
  gloss: z.literal(1),
  kind: z.literal('thread'),
  thread: z.object({
    _id: ThreadId,
    /** the last part of its address */
    url: z.string().min(1).max(120),
    title: z.string().min(1).max(300),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  }),
  sources: z.array(ExportedSource).max(20_000),
  /** Tiptap JSON of the document */
  notes: Notes,
  /** the notes as Markdown, for programs that need no more */
  clips: z.array(z.record(z.string(), z.unknown())).default([]),
  answers: z.array(ExportedAnswer).max(20_000).default([]),
  files: z.array(ExportedFile).max(5000).default([]),
});
export type ThreadExport = z.infer<typeof ThreadExport>;

/** The first request: the thread and its files. */
export const NewThreadImport = ThreadExport.pick({ thread: true, files: true });
export const StartedThreadImport = z.object({
  thread: z.object({ _id: ThreadId, url: z.string(), title: z.string() }),
  /** `PUT` the bytes of `key` to `uploadURL` with `headers` */
  files: z.array(
    z.object({
      key: z.string(),
      fileKey: z.string(),
      uploadURL: z.string(),
      headers: z.record(z.string(), z.string()),
    }),
  ),
});
export type StartedThreadImport = z.infer<typeof StartedThreadImport>;
/** The content of the thread, once its files have been uploaded. */
export const ThreadImport = ThreadExport.pick({
  thread: true,
  sources: true,
  notes: true,
  answers: true,
}).extend({
  /** the new key for each key of the export */
  files: z.array(z.object({ key: fileKey, fileKey })).max(5000),
});
export type ThreadImport = z.infer<typeof ThreadImport>;
export const ImportedThread = z.object({
  thread: z.object({ _id: ThreadId, url: z.string(), title: z.string() }),
  /** not in the library before */
  added: z.int(),
  known: z.int(),
  answers: z.int(),
  /** sources that could not be added, and why */
  left: z.array(z.object({ title: z.string(), why: z.string() })),
});
export type ImportedThread = z.infer<typeof ImportedThread>;
