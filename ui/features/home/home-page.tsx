import { type ReactNode, useEffect } from 'react';
import { z } from 'zod';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { createStoredItem } from '#ui/storage/stored-item.ts';
import { ContinueReading, OPENED_ROW } from './continue-reading.tsx';
import { HomeBox } from './home-box.tsx';
import { RecentItems } from './recent-items.tsx';
import { homeTexts as texts } from './texts.ts';
import { useHome } from './use-home.ts';

/** Whether there was something to go on with, so that its room is kept while it loads. */
const hadBegun = createStoredItem('gloss-home', z.boolean(), { fallback: false });

/** What one came for: something new, a question, or where one was. `children`: the threads. */
export function HomePage({ children }: { children: ReactNode }) {
  const { data, isPending } = useHome();
  const hasBegun = data !== undefined && data.reading.length + data.recent.length > 0;
  useEffect(() => {
    if (data) hadBegun.write(hasBegun);
  }, [data, hasBegun]);
  return (
    <>
      <h1 className="sr-only">{texts.title}</h1>
      <div className="mx-auto mb-10 max-w-3xl">
        <HomeBox />
      </div>
      {isPending && hadBegun.read() && <Waiting />}
      {hasBegun && (
        <div className="mb-10 space-y-9">
          <ContinueReading opened={data.reading} />
          <RecentItems items={data.recent} />
        </div>
      )}
      {children}
    </>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="mb-10 space-y-9">
      <div className={OPENED_ROW}>
        {[0, 1, 2, 3].map((n) => (
          <Skeleton key={n} className="h-23 rounded-card!" />
        ))}
      </div>
      <Skeleton className="h-64 rounded-card!" />
    </div>
  );
}
