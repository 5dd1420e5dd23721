import { useState, type KeyboardEvent } from 'react';
import type { TranscriptIndex } from './transcript-index.ts';

/**
 * Makes the lines of a transcript one tab stop: the arrow keys move between their times. The stop is
 * the line that had the focus last, else the current one, else the first that is rendered.
 */
export function useTabStop(
  current: number,
  { rows }: Pick<TranscriptIndex, 'rows'>,
  items: readonly { index: number }[],
) {
  const rendered = items.flatMap((item) => {
    const row = rows[item.index];
    return row?.kind === 'segment' ? [row.segment] : [];
  });
  const [last, setLast] = useState<number>();
  const stop =
    last !== undefined && rendered.includes(last)
      ? last
      : rendered.includes(current)
        ? current
        : rendered[0];
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const line =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('[data-segment]')
        : undefined;
    if (by === 0 || !line) return;
    const next = Number(line.dataset['segment']) + by;
    const button = event.currentTarget.querySelector<HTMLElement>(
      `[data-segment="${next}"] button`,
    );
    if (!button) return;
    event.preventDefault();
    setLast(next);
    button.focus();
  };
  return { stop, moveFocus };
}
