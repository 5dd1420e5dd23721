/**
 * Reads output of `gloss export`: `thread.json`, or a note with its front matter. It may be forged,
 * so everything is checked.
 */
import { parse } from 'yaml';
import { ExportedFile, ExportedSource, ThreadExport } from '#core/contract/export.ts';
import { Fault } from '#core/contract/faults.ts';
import { cleanDoc } from '#core/editor/document.ts';
import { externalLinks } from '#core/editor/external-links.ts';
import { notesFromMarkdown } from '#core/editor/portable-markdown.ts';
import { FILES_OPEN, externalSources } from './to-markdown.ts';

const FRONT = /^\uFEFF?---\r?\n([^]*?)\r?\n---\r?\n/;
const MAX_FRONT_CHARS = 20_000_000;

/** Tells whether a text is an export of a thread, in either form. */
export function isThreadExport(text: string): boolean {
  if (text.startsWith('{'))
    return (
      /"kind"\s*:\s*"thread"/.test(text.slice(0, 2000)) &&
      /"gloss"\s*:\s*1/.test(text.slice(0, 2000))
    );
  return /^gloss:\s*1\s*$/m.test(FRONT.exec(text)?.[1] ?? '');
}
const wrong = (message: string, cause?: unknown): Fault =>
  new Fault('bad_request', { message: `Couldn't read this export: ${message}`, cause });
const first = (error: { issues: { path: PropertyKey[]; message: string }[] }): string =>
  error.issues
    .slice(0, 3)
    .map((it) => `${it.path.map(String).join('.') || 'it'}: ${it.message}`)
    .join('; ');

/** Faults: `bad_request`, with what is wrong. */
export function readThreadExport(text: string): ThreadExport {
  if (text.startsWith('{')) {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch (error) {
      throw wrong('it is not JSON.', error);
    }
    const parsed = ThreadExport.safeParse(json);
    if (!parsed.success) throw wrong(first(parsed.error), parsed.error);
    // Deep content is reduced to the depth of notes.
    return { ...parsed.data, notes: cleanDoc(parsed.data.notes) as Record<string, unknown> };
  }
  return fromMarkdown(text);
}

/**
 * Returns the comment at the end that lists the files, with the line breaks before it, and its
 * lines; empty if there is none.
 */
function filesWithin(text: string): { comment: string; lines: string } {
  const trimmed = text.trimEnd();
  const open = trimmed.endsWith('\n-->') ? trimmed.lastIndexOf(`\n${FILES_OPEN}`) + 1 : 0;
  const lineEnd =
    open > 0 ? /^\r?\n/.exec(trimmed.slice(open + FILES_OPEN.length))?.[0] : undefined;
  if (lineEnd === undefined) return { comment: '', lines: '' };
  let from = open;
  while (text[from - 1] === '\n') from -= 1;
  return {
    comment: text.slice(from),
    lines: trimmed.slice(open + FILES_OPEN.length + lineEnd.length, -'-->'.length),
  };
}

function fromMarkdown(text: string): ThreadExport {
  const [whole = '', front = ''] = FRONT.exec(text) ?? [];
  if (front.length > MAX_FRONT_CHARS) throw wrong('its front matter is longer than any.');
  let fields: unknown;
  // Without aliases, a few of which can expand to more than memory holds.
  try {
    fields = parse(front, { maxAliasCount: 0 });
  } catch (error) {
    throw wrong(
      `its front matter is not YAML: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
  const at = (name: string): unknown =>
    typeof fields === 'object' && fields !== null
      ? (fields as Record<string, unknown>)[name]
      : undefined;
  const isoOf = (value: unknown): string =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value))
      ? new Date(value).toISOString()
      : value instanceof Date
        ? value.toISOString()
        : new Date(0).toISOString();
  const url = at('url');
  const threadUrl = typeof url === 'string' ? url : '';
  const { comment, lines } = filesWithin(text);
  const files = lines.split('\n').flatMap((it): unknown[] => {
    try {
      return it.trim() === '' ? [] : [JSON.parse(it)];
    } catch {
      return [];
    }
  });
  const sources = at('sources');
  const parsed = ThreadExport.safeParse({
    gloss: 1,
    kind: 'thread',
    notes: {},
    files: files.filter((it) => ExportedFile.safeParse(it).success),
    sources: Array.isArray(sources)
      ? sources.filter((it) => ExportedSource.safeParse(it).success)
      : [],
    thread: {
      _id: at('id'),
      url: threadUrl.split('/t/').at(-1)?.split(/[?#]/, 1)[0],
      title: at('title'),
      createdAt: isoOf(at('created')),
      updatedAt: isoOf(at('updated')),
    },
  });
  if (!parsed.success) throw wrong(first(parsed.error), parsed.error);
  const body = text.slice(whole.length, text.length - comment.length);
  return {
    ...parsed.data,
    notes: notesFromMarkdown(
      body,
      externalLinks({ sources: externalSources(parsed.data), files: parsed.data.files, threadUrl }),
    ) as Record<string, unknown>,
  };
}
