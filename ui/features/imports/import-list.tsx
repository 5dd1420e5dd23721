/** The imports of the library: running ones first, with their progress. */
import { useState } from 'react';
import { useImports } from '#ui/client/import-queries.ts';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { importTexts as texts } from './texts.ts';
import { ImportCard } from './import-card.tsx';

/** how many finished ones are shown before *Show all* */
const LATELY = 2;

export function ImportList() {
  const { data } = useImports();
  const [all, setAll] = useState(false);
  const docs = data?.docs ?? [];
  const open = docs.filter((it) => it.state === 'running' || it.state === 'paused');
  const over = docs.filter((it) => !open.includes(it));
  const shown = [...open, ...(all ? over : over.slice(0, LATELY))];
  const roving = useRovingList({ count: shown.length });
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="imports" className="mb-8">
      <div className="mb-2.5 flex items-baseline gap-3">
        <h2 id="imports" className="text-sm font-semibold">
          {texts.title}
        </h2>
        {over.length > LATELY && (
          <button
            type="button"
            onClick={() => setAll(!all)}
            className="min-h-target rounded-control px-1 text-[0.8125rem] text-ink-soft underline-offset-2 hover:underline"
          >
            {all ? texts.latest : texts.all(docs.length)}
          </button>
        )}
      </div>
      <ul ref={roving} aria-label={texts.title} className="space-y-2.5">
        {/* Browsers limit the connections to one server: the rest is polled every few seconds. */}
        {shown.map((it, at) => (
          <ImportCard key={it._id} known={it} live={it.state === 'running' && at < 2} />
        ))}
      </ul>
    </section>
  );
}
