/**
 * Questions made from stored passages, asked at server start: they compile the search code and fill
 * the page cache before the first real question.
 */
import type { UserId } from '#core/contract/id.ts';
import { unpackBody } from './passage-body.ts';
import type { Statements } from './statements.ts';

const QUESTIONS = 100;
/** Characters of a passage that make a question. */
const CHARACTERS = 80;

/** Question number `turn` (from 0); undefined after the last, or when the index is empty. */
export function warmUpQuestion(
  { rows }: Pick<Statements, 'rows'>,
  turn: number,
): { text: string; ownerId: UserId } | undefined {
  if (turn >= QUESTIONS) return undefined;
  const [row] = rows(
    `
    SELECT s.owner_id, c.body FROM chunks c JOIN sources s ON s.id = c.source
    WHERE c.doc >= (SELECT min(doc) + (max(doc) - min(doc)) * ?1 / ?2 FROM chunks) ORDER BY c.doc LIMIT 1`,
    turn,
    QUESTIONS,
  );
  return (
    row && {
      ownerId: row[0] as UserId,
      text: unpackBody(row[1] as Uint8Array).text.slice(0, CHARACTERS),
    }
  );
}
