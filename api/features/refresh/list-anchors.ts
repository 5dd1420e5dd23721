import type { JSONContent } from '@tiptap/core';
import type { Citation } from '#core/contract/ask.ts';
import type { AnswerId, ThreadId } from '#core/contract/id.ts';
import type { Locator } from '#core/contract/locator.ts';
import { blockOf } from '#core/editor/blocks/registry.ts';
import type { Library, SourceRow } from '#pipeline/library/index.ts';
import type { Anchor } from '#pipeline/refresh/index.ts';
import { relocateNotes } from '../../collab/index.ts';
import type { Answers } from '../ask/index.ts';
import type { Threads } from '../threads/index.ts';
import { byMoves, type NoteMoves } from './note-moves.ts';

/** An anchor with the thing that has it. */
export type HeldAnchor = Anchor &
  (
    | { holder: 'notes'; sourceId: string; threadId: ThreadId }
    | { holder: 'answer'; answerId: AnswerId; citation: Citation }
    | { holder: 'highlight'; text: string }
  );

export interface AnchorSources {
  threads: Pick<Threads, 'sources'>;
  answers: Pick<Answers, 'citing'>;
  library: Library;
  moves: NoteMoves;
  /** Returns the notes as they are on disk. */
  readNotes(threadId: ThreadId): Promise<JSONContent>;
}

/**
 * Lists everything that refers to the text of a source: clips and citations of notes, citations of
 * answers, imported highlights.
 */
export async function listAnchors(
  { threads, answers, library, moves, readNotes }: AnchorSources,
  source: SourceRow,
): Promise<HeldAnchor[]> {
  const sourceIds = await library.versions.idsOf(source.id);
  const known = new Set<string>(sourceIds);
  const holding = await threads.sources.threadsWith(sourceIds);
  const titles = new Map(holding.map(({ id, title }) => [id, title]));
  const found: HeldAnchor[] = [];
  for (const thread of holding) {
    let notes = await readNotes(thread.id);
    for (const { move } of await moves.waiting(thread.id))
      notes = relocateNotes.inJson(notes, byMoves([move]));
    found.push(...notesAnchors(notes, known, thread));
  }
  for (const { _id, thread_id, citations } of await answers.citing(holding.map(({ id }) => id))) {
    found.push(
      ...citations
        .filter((citation) => known.has(citation.source_id))
        .map(
          (citation): HeldAnchor => ({
            holder: 'answer',
            what: 'citation',
            answerId: _id,
            citation,
            threadId: thread_id,
            threadTitle: titles.get(thread_id) ?? '',
            locator: citation.locator,
            mark: citation.anchor ?? null,
          }),
        ),
    );
  }
  for (const { text, at, anchor } of source.kept.highlights ?? [])
    found.push({
      holder: 'highlight',
      what: 'highlight',
      text,
      locator: at ?? unlocated(source, text),
      mark: anchor ?? null,
    });
  return found;
}

function notesAnchors(
  node: JSONContent,
  sourceIds: ReadonlySet<string>,
  thread: { id: ThreadId; title: string },
): HeldAnchor[] {
  const id: unknown = node.attrs?.['_id'];
  const own = (blockOf(node.type)?.locators(node.attrs) ?? []).flatMap((place): HeldAnchor[] =>
    sourceIds.has(place.sourceId)
      ? [
          {
            holder: 'notes',
            what: node.type === 'ai-chat' ? 'citation' : 'clip',
            sourceId: place.sourceId,
            threadId: thread.id,
            threadTitle: thread.title,
            locator: place.locator,
            occurrence: place.occurrence,
            mark: place.anchor ?? null,
            ...(typeof id === 'string' ? { nodeId: id } : {}),
          },
        ]
      : [],
  );
  return [
    ...own,
    ...(node.content ?? []).flatMap((child) => notesAnchors(child, sourceIds, thread)),
  ];
}

/** A stand-in for the position of an imported highlight, until its text is searched for. */
const unlocated = ({ medium }: SourceRow, quote: string): Locator =>
  medium === 'timed'
    ? { medium, startS: 0, endS: 0, quote }
    : medium === 'paged'
      ? { medium, page: 1, quote }
      : { medium, paragraph: 1, quote, prefix: '', suffix: '' };
