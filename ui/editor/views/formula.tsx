import { lazy, Suspense } from 'react';

const Set = lazy(() =>
  import('./rendered-formula.tsx').then((it) => ({ default: it.RenderedFormula })),
);

/** LaTeX rendered once KaTeX has loaded; its source until then. */
export function Formula({ latex, block = false }: { latex: string; block?: boolean }) {
  return (
    <Suspense fallback={<code>{latex}</code>}>
      <Set latex={latex} block={block} />
    </Suspense>
  );
}
