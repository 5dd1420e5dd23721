import { memo, useMemo, type ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { Citation } from '#core/contract/ask.ts';
import { answerParts } from './answer-parts.ts';
import { citationMarks } from './marks.ts';

interface WithChildren {
  children?: ReactNode;
}
const Line = ({ children }: WithChildren) => <p>{children}</p>;
const Cell = ({ children }: WithChildren) => <span>{children} </span>;
/** Other elements are replaced by their text. */
const COMPONENTS: Components = {
  cite: () => null,
  p: Line,
  li: Line,
  pre: Line,
  tr: Line,
  td: Cell,
  th: Cell,
  h1: Line,
  h2: Line,
  h3: Line,
  h4: Line,
  h5: Line,
  h6: Line,
};
const SPOKEN = Object.keys(COMPONENTS);
const Part = memo(Markdown);

interface SpokenTextProps {
  text: string;
  citations: readonly Citation[];
  /** whether the answer ends with this text */
  isWhole: boolean;
}

/**
 * An answer as screen readers announce it: plain text without Markdown, links and citations. Each
 * part is added once it is finished, so that a live region announces no part twice.
 */
export function SpokenText({ text, citations, isWhole }: SpokenTextProps) {
  const marks = citations.map((it) => it.mark).join();
  const remark = useMemo(
    () => [remarkGfm, citationMarks(new Set(marks.split(',').map(Number)))],
    [marks],
  );
  const parts = answerParts(text);
  return parts.slice(0, isWhole ? parts.length : -1).map((part, at) =>
    part.isPlain ? (
      <p key={at}>{part.text}</p>
    ) : (
      <Part
        key={at}
        remarkPlugins={remark}
        allowedElements={SPOKEN}
        unwrapDisallowed
        components={COMPONENTS}
      >
        {part.text}
      </Part>
    ),
  );
}
