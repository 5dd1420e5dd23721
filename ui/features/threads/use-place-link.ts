import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Source } from '#core/contract/source.ts';
import { readPositionLink } from '#ui/client/position-link.ts';
import type { Target } from '#ui/viewer/index.tsx';

interface PlaceLinkActions {
  /** whether the thread holds a source */
  holds: (sourceId: string) => boolean;
  /** shows that a linked source is not in the thread */
  onMissing: (sourceId: string) => void;
  onPlace: (sourceId: string, target: Target) => void;
}

/** Opens the position in the page's address, each time such a link is followed. */
export function usePlaceLink({ holds, onMissing, onPlace }: PlaceLinkActions): void {
  const location = useLocation();
  useEffect(() => {
    const linked = readPositionLink(new URLSearchParams(location.search));
    if (linked && !holds(linked.sourceId)) onMissing(linked.sourceId);
    else if (linked?.place !== undefined) onPlace(linked.sourceId, { place: linked.place });
  }, [location.key, location.search, holds, onMissing, onPlace]);
}

/** Resumes the first source without playing it. */
export function useResumedPlace(
  source: Source | undefined,
  leftAt: (source: Source | undefined) => number | undefined,
  deliver: (sourceId: string, target: Target) => void,
): void {
  const { search } = useLocation();
  const first = useRef(source);
  useEffect(() => {
    const it = first.current;
    first.current = undefined;
    const place = leftAt(it);
    const isLinked = readPositionLink(new URLSearchParams(search))?.place !== undefined;
    if (it && place !== undefined && !isLinked) deliver(it._id, { place, still: true });
  }, [leftAt, deliver, search]);
}
