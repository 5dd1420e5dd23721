import { lazy, Suspense } from 'react';

const Set = lazy(() => import('./set-formula.tsx').then((it) => ({ default: it.SetFormula })));

/** LaTeX as it is set, once what sets it is here; until then as it is written. */
export function Formula({ latex, block = false }: { latex: string; block?: boolean }) {
  return (
    <Suspense fallback={<code>{latex}</code>}>
      <Set latex={latex} block={block} />
    </Suspense>
  );
}
