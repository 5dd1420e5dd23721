import { Fragment, type ReactNode } from 'react';
import { excerpt, type Ranges } from './excerpt.ts';

/** About `length` characters of a passage, with highlighted matches. */
export function Marked({ text, ranges, length }: { text: string; ranges: Ranges; length: number }) {
  const shown = excerpt(text, ranges, length);
  const out: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of shown.ranges) {
    if (start < from) continue;
    out.push(
      <Fragment key={start}>
        {shown.text.slice(from, start)}
        <mark>{shown.text.slice(start, end)}</mark>
      </Fragment>,
    );
    from = end;
  }
  return (
    <>
      {out}
      {shown.text.slice(from)}
    </>
  );
}
