import { render } from 'katex';
import 'katex/dist/katex.min.css';
import { useLayoutEffect, useRef, useState } from 'react';
import { blockTexts } from '../texts/blocks.ts';

/**
 * Formulas of other people are rendered without commands that load external content, and within
 * limits.
 */
const BOUNDS = {
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxSize: 40,
  maxExpand: 200,
} as const;

export function RenderedFormula({ latex, block }: { latex: string; block: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const [wrong, setWrong] = useState(false);
  useLayoutEffect(() => {
    if (!place.current) return;
    try {
      // Renders into elements, never as a string, because the page's policy allows no inline
      // styles.
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
