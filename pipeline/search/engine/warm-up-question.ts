/**
 * Questions made of what the index holds, asked before anybody asks: what answers is compiled by
 * them, and what it reads is at hand.
 */
import { UserId } from '#core/contract/id.ts';
import type { Statements } from './segments.ts';

const QUESTIONS = 100;
/** How a passage begins: about as long as a question. */
const CHARACTERS = 80;

/** That of this turn, from 0 on; undefined when there is none left, or nothing to be asked. */
export function warmUpQuestion(
  { rows }: Pick<Statements, 'rows'>,
  turn: number,
): { text: string; ownerId: UserId } | undefined {
  if (turn >= QUESTIONS) return undefined;
  const [row] = rows(
    `
    SELECT s.owner_id, substr(c.text, 1, ?1) FROM chunks c JOIN sources s ON s.id = c.source
    WHERE c.doc >= (SELECT min(doc) + (max(doc) - min(doc)) * ?2 / ?3 FROM chunks) ORDER BY c.doc LIMIT 1`,
    CHARACTERS,
    turn,
    QUESTIONS,
  );
  return row && { ownerId: UserId.parse(row[0]), text: String(row[1]) };
}
