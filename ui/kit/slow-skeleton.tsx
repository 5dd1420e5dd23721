import { useEffect, useState, type ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { loadingTexts as texts } from './texts/loading.ts';

const SLOW_MS = 3000;

/** A skeleton that gives way to a message when loading takes longer than 3 seconds. */
export function SlowSkeleton({ children }: { children: ReactNode }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? (
    <div role="status">
      <EmptyState title={texts.slow} text={texts.slowText} />
    </div>
  ) : (
    children
  );
}
