import type { ReactNode } from 'react';
import { HomeBox } from './home-box.tsx';
import { homeTexts as texts } from './texts.ts';

/** What one came for: something new to read or a question. `children`: the threads. */
export function HomePage({ children }: { children: ReactNode }) {
  return (
    <>
      <h1 className="sr-only">{texts.title}</h1>
      <div className="mx-auto mb-10 max-w-3xl">
        <HomeBox />
      </div>
      {children}
    </>
  );
}
