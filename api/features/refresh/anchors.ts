/**
 * Relocates everything that refers to the text of a source: clips and citations of notes, citations
 * of answers, imported highlights.
 */
import type { Transaction } from 'sequelize';
import { relocateCitation } from '#core/contract/ask.ts';
import type { SourceId, ThreadId } from '#core/contract/id.ts';
import type { Anchored, AnchorPort } from '#pipeline/refresh/index.ts';
import type { Answers } from '../ask/index.ts';
import { listAnchors, type AnchorSources, type HeldAnchor } from './list-anchors.ts';
import type { NoteMove } from './moves.model.ts';

export interface AnchorPorts extends AnchorSources {
  answers: Pick<Answers, 'citing' | 'relocate'>;
}
type AnchoredBy<Holder extends HeldAnchor['holder']> = Anchored<
  Extract<HeldAnchor, { holder: Holder }>
>;

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether the position or the mark of an anchor is another than before. */
const isChanged = ({ anchor, to }: Anchored): boolean =>
  to.locator !== undefined || !isSame(to.anchor, anchor.mark);

export function createAnchors(ports: AnchorPorts): AnchorPort {
  const { answers, moves } = ports;
  return {
    list: (source) => listAnchors(ports, source),
    async move(source, results, transaction) {
      const moved = new Map<ThreadId, NoteMove[]>();
      const highlights: AnchoredBy<'highlight'>[] = [];
      for (const result of (results as readonly Anchored<HeldAnchor>[]).filter(isChanged)) {
        const { anchor, to } = result;
        if (anchor.holder === 'highlight') highlights.push({ ...result, anchor });
        else if (anchor.holder === 'answer')
          await answers.relocate(
            anchor.answerId,
            (citation) =>
              isSame(citation, anchor.citation) ? relocateCitation(citation, to) : citation,
            transaction,
          );
        else {
          const move = noteMove({ ...result, anchor });
          moved.set(anchor.threadId, [...(moved.get(anchor.threadId) ?? []), move]);
        }
      }
      for (const [threadId, noteMoves] of moved) {
        const distinct = new Map(noteMoves.map((move) => [JSON.stringify(move), move]));
        await moves.wait(threadId, [...distinct.values()], transaction);
      }
      await moveHighlights(ports, source.id, highlights, transaction);
    },
  };
}

function noteMove({ anchor, to: { areas, ...to } }: AnchoredBy<'notes'>): NoteMove {
  return {
    sourceId: anchor.sourceId,
    from: anchor.locator,
    ...(anchor.occurrence === undefined ? {} : { occurrence: anchor.occurrence }),
    to: {
      ...to,
      ...(areas ? { areas: areas.map(({ page, rects }) => ({ page, rects: [...rects] })) } : {}),
    },
  };
}

async function moveHighlights(
  { library }: Pick<AnchorPorts, 'library'>,
  sourceId: SourceId,
  results: readonly AnchoredBy<'highlight'>[],
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
