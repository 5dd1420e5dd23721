/**
 * Parses text of people and models in child processes: the server itself parses no Markdown,
 * formulas or code.
 */
import { fileURLToPath } from 'node:url';
import type { JSONContent } from '@tiptap/core';
import { z } from 'zod';
import type { Log } from '#config/log.ts';
import { programEntry } from '#config/program-entry.ts';
import { Fault, toFault } from '#core/contract/faults.ts';
import { notesToPlainMarkdown, plainMarkdown } from '#core/editor/embedded-blocks.ts';
import type { ExternalLinkOptions } from '#core/editor/external-links.ts';
import { createChildPool } from '#pipeline/run/index.ts';
import type { PublicSource } from '../features/posts/page/source-links.ts';
import {
  plainContent,
  RenderedContent,
  type ServedImage,
} from '../features/posts/page/rendered-content.ts';
import type { TextTask } from './tasks.ts';

const ENTRY = fileURLToPath(programEntry('./text-child.ts', import.meta.url));

export interface RenderInput {
  doc: JSONContent;
  sources: readonly PublicSource[];
  images: ReadonlyMap<string, ServedImage>;
}

/**
 * Faults of each call: `timed_out` at the deadline, `corrupt_file` at the memory limit, `internal`
 * if a child ended or responded with something else, `unavailable` if no child was free in time or
 * the process closes. Callers show plain text instead.
 */
export interface TextProcess {
  render(input: RenderInput): Promise<RenderedContent>;
  docToMarkdown(doc: JSONContent): Promise<string>;
  /**
   * Returns notes as Markdown for other programs, with data of blocks that Markdown can't express
   * in a comment at the end.
   */
  notesToMarkdown(doc: JSONContent, outside: ExternalLinkOptions): Promise<string>;
  /** Process ids of the living children. */
  pids(): number[];
  /** Kills every child and rejects running and waiting tasks. */
  close(): Promise<void>;
}

export interface TextProcessOptions {
  /** ms for the content of one post; default 5,000 */
  renderMs?: number;
  /** ms for one export; default 30,000 */
  exportMs?: number;
  /** ms that a task waits for a child; default 10,000 */
  waitMs?: number;
}

/**
 * Like `TextProcess`, but never rejects: plain text replaces what failed, with a line in the log.
 */
export type SafeTexts = Pick<TextProcess, 'render' | 'docToMarkdown' | 'notesToMarkdown'>;

export function plainWhenFailing(texts: TextProcess, log: Log): SafeTexts {
  async function or<T>(made: Promise<T>, plain: () => T): Promise<T> {
    return made.catch((error: unknown) => {
      log.warn(
        { err: error, fault: toFault(error).code },
        'a text could not be written with its form; it is written as plain text',
      );
      return plain();
    });
  }
  return {
    render: (input) => or(texts.render(input), () => plainContent(input.doc)),
    docToMarkdown: (doc) => or(texts.docToMarkdown(doc), () => plainMarkdown(doc)),
    notesToMarkdown: (doc, outside) =>
      or(texts.notesToMarkdown(doc, outside), () => notesToPlainMarkdown(doc)),
  };
}

const HEAP_MB = 256;
const CHILDREN = 2;
/** A child that has not begun its task by then failed to start. */
const START_MS = 20_000;

export function createTextProcess({
  renderMs = 5_000,
  exportMs = 30_000,
  waitMs = 10_000,
}: TextProcessOptions = {}): TextProcess {
  const pool = createChildPool({ entry: ENTRY, heapMb: HEAP_MB, size: CHILDREN });
  async function run<T>(schema: z.ZodType<T>, task: TextTask, taskMs: number): Promise<T> {
    const patience = new AbortController();
    const timer = setTimeout(() => {
      patience.abort(new Fault('unavailable'));
    }, taskMs + waitMs);
    try {
      const answer = schema.safeParse(
        await pool.run(task, { deadlineMs: START_MS, silentMs: taskMs, signal: patience.signal }),
      );
      if (!answer.success) throw new Fault('internal', { cause: answer.error });
      return answer.data;
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    render: ({ doc, sources, images }) =>
      run(
        RenderedContent,
        { kind: 'render', doc, sources: [...sources], images: new Map(images) },
        renderMs,
      ),
    docToMarkdown: (doc) => run(z.string(), { kind: 'doc-to-markdown', doc }, exportMs),
    notesToMarkdown: (doc, outside) =>
      run(z.string(), { kind: 'notes-to-markdown', doc, outside }, exportMs),
    pids: () => pool.pids(),
    close: () => pool.close(),
  };
}
