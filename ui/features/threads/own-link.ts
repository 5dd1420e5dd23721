/**
 * A link to a block of the notes or an answer, each time it is followed: brings its pane to the
 * front.
 */
import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { readContentLink, readPositionLink } from '#ui/client/position-link.ts';
import type { LinkTarget } from '#ui/kit/link-target.ts';
import type { Pane } from './pane-commands.ts';

export function useOwnLink(
  desktop: boolean,
  onPane: (pane: Pane) => void,
): { note: LinkTarget | undefined; answer: LinkTarget | undefined } {
  const { search, key } = useLocation();
  const linked = useMemo(() => {
    const params = new URLSearchParams(search);
    const { note, answer } = readContentLink(params);
    const one = (id: string | undefined): LinkTarget | undefined =>
      id === undefined ? undefined : { id, key };
    return { note: one(note), answer: one(answer), place: readPositionLink(params)?.place };
  }, [search, key]);
  useEffect(() => {
    if (linked.answer) onPane('ask');
    // With one pane at a time, a position in a source precedes its clip.
    else if (linked.note && (desktop || linked.place === undefined)) onPane('notes');
  }, [linked, desktop, onPane]);
  return linked;
}
