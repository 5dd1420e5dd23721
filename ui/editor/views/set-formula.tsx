import { render } from 'katex';
import 'katex/dist/katex.min.css';
import { useLayoutEffect, useRef, useState } from 'react';
import { blockTexts } from '../texts/blocks.ts';

/** What others wrote is set without its commands that reach outside, and within bounds. */
const BOUNDS = {
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxSize: 40,
  maxExpand: 200,
} as const;

export function SetFormula({ latex, block }: { latex: string; block: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const [wrong, setWrong] = useState(false);
  useLayoutEffect(() => {
    if (!place.current) return;
    try {
      // Into elements, never as a string: the page allows no styles that come as text.
      render(latex, place.current, { ...BOUNDS, displayMode: block });
      setWrong(false);
    } catch (error) {
      console.debug('A formula could not be set.', error);
      place.current.replaceChildren();
      setWrong(true);
    }
  }, [latex, block]);
  return (
    <>
      <span ref={place} className={block ? 'block overflow-x-auto overflow-y-hidden py-1' : ''} />
      {wrong && (
        <code title={blockTexts.math.wrong} className="text-danger">
          {latex}
        </code>
      )}
    </>
  );
}
