import { StripSkeleton } from '#ui/features/sources/index.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';

/** A placeholder of the workspace below its title bar. */
export function PanesSkeleton() {
  return (
    <>
      <StripSkeleton />
      <div className="grid min-h-0 flex-1 grid-cols-1 lg:grid-cols-[56fr_44fr]">
        <div className="p-4">
          <Skeleton className="h-full rounded-card!" />
        </div>
        <div className="space-y-3 border-l border-line p-8 max-lg:hidden">
          <Skeleton className="h-6 w-2/5" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-11/12" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      </div>
      <div className="border-t border-line py-1.5 max-lg:hidden">
        <Skeleton className="mx-auto h-12 max-w-[684px] rounded-sheet!" />
      </div>
    </>
  );
}
