/**
 * Everything that rests on a source's text: clips and chips of the notes, citations of answers,
 * imported highlights.
 */
import type { JSONContent } from '@tiptap/core';
import type { Transaction } from 'sequelize';
import { relocateCitation, type Citation } from '#core/contract/ask.ts';
import type { AnswerId, SourceId, ThreadId } from '#core/contract/id.ts';
import type { Locator } from '#core/contract/locator.ts';
import { blockOf } from '#core/editor/blocks/registry.ts';
import type { Library, SourceRow } from '#pipeline/library/index.ts';
import type { Anchor, Anchored, AnchorPort } from '#pipeline/refresh/index.ts';
import { relocateNotes } from '../../collab/index.ts';
import type { Answers } from '../ask/index.ts';
import type { Threads } from '../threads/index.ts';
import type { NoteMove } from './moves.model.ts';
import { byMoves, type NoteMoves } from './note-moves.ts';

type Kept = Anchor &
  (
    | { keeper: 'notes'; sourceId: string; threadId: ThreadId }
    | { keeper: 'answer'; answerId: AnswerId; citation: Citation }
    | { keeper: 'highlight'; text: string }
  );

export interface AnchorPorts {
  threads: Pick<Threads, 'sources'>;
  answers: Pick<Answers, 'citing' | 'relocate'>;
  library: Library;
  moves: NoteMoves;
  /** the notes as they are on disk */
  readNotes(threadId: ThreadId): Promise<JSONContent>;
}

function notesAnchors(
  node: JSONContent,
  sourceIds: ReadonlySet<string>,
  thread: { id: ThreadId; title: string },
): Kept[] {
  const id: unknown = node.attrs?.['_id'];
  const own = (blockOf(node.type)?.locators(node.attrs) ?? []).flatMap((place): Kept[] =>
    sourceIds.has(place.sourceId)
      ? [
          {
            keeper: 'notes',
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

/** An imported highlight has no place until its words were looked for. */
const anywhere = ({ medium }: SourceRow, quote: string): Locator =>
  medium === 'timed'
    ? { medium, startS: 0, endS: 0, quote }
    : medium === 'paged'
      ? { medium, page: 1, quote }
      : { medium, paragraph: 1, quote, prefix: '', suffix: '' };

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function createAnchors({
  threads,
  answers,
  library,
  moves,
  readNotes,
}: AnchorPorts): AnchorPort {
  async function list(source: SourceRow): Promise<Kept[]> {
    const sourceIds = await library.versions.idsOf(source.id);
    const known = new Set<string>(sourceIds);
    const holding = await threads.sources.threadsWith(sourceIds);
    const titles = new Map(holding.map(({ id, title }) => [id, title]));
    const found: Kept[] = [];
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
            (citation): Kept => ({
              keeper: 'answer',
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
        keeper: 'highlight',
        what: 'highlight',
        text,
        locator: at ?? anywhere(source, text),
        mark: anchor ?? null,
      });
    return found;
  }

  async function moveHighlights(
    sourceId: SourceId,
    results: readonly Anchored<Extract<Kept, { keeper: 'highlight' }>>[],
    transaction: Transaction,
  ): Promise<void> {
    const source = await library.find(sourceId, transaction);
    if (!source?.kept.highlights || results.length === 0) return;
    const byText = new Map(results.map((result) => [result.anchor.text, result]));
    const highlights = source.kept.highlights.map(({ anchor, ...highlight }) => {
      const result = byText.get(highlight.text);
      if (!result) return { ...highlight, ...(anchor ? { anchor } : {}) };
      return {
        ...highlight,
        ...(result.to.locator ? { at: result.to.locator } : {}),
        ...(result.to.anchor ? { anchor: result.to.anchor } : {}),
      };
    });
    await library.patch(sourceId, { kept: { ...source.kept, highlights } }, transaction);
  }

  /** What is where it was and has no other mark than before needs no change. */
  const changes = ({ anchor, to }: Anchored): boolean =>
    to.locator !== undefined || !isSame(to.anchor, anchor.mark);

  return {
    list,
    async move(source, results, transaction) {
      const changing = (results as readonly Anchored<Kept>[]).filter(changes);
      const inNotes = new Map<ThreadId, NoteMove[]>();
      const highlights: Anchored<Extract<Kept, { keeper: 'highlight' }>>[] = [];
      for (const { anchor, to, ...result } of changing) {
        if (anchor.keeper === 'highlight') highlights.push({ ...result, anchor, to });
        else if (anchor.keeper === 'answer')
          await answers.relocate(
            anchor.answerId,
            (citation) =>
              isSame(citation, anchor.citation) ? relocateCitation(citation, to) : citation,
            transaction,
          );
        else {
          const { areas, ...rest } = to;
          const move: NoteMove = {
            sourceId: anchor.sourceId,
            from: anchor.locator,
            ...(anchor.occurrence === undefined ? {} : { occurrence: anchor.occurrence }),
            to: {
              ...rest,
              ...(areas
                ? { areas: areas.map(({ page, rects }) => ({ page, rects: [...rects] })) }
                : {}),
            },
          };
          inNotes.set(anchor.threadId, [...(inNotes.get(anchor.threadId) ?? []), move]);
        }
      }
      for (const [threadId, ofThread] of inNotes)
        await moves.wait(
          threadId,
          [...new Map(ofThread.map((move) => [JSON.stringify(move), move])).values()],
          transaction,
        );
      await moveHighlights(source.id, highlights, transaction);
    },
  };
}
