import { type RefObject, useEffect, useState } from 'react';
import type { PageArea, PagedLocator } from '#core/contract/locator.ts';
import { type SelectionSpot, spotOf } from '../marks/selection-spot.ts';
import type { PdfSession } from './pdf-session.ts';

export interface PdfSelection {
  spot: SelectionSpot;
  locator: PagedLocator;
  areas: PageArea[];
}

/** The selected text of the PDF. */
export function usePdfSelection(
  session: PdfSession | null,
  container: RefObject<HTMLDivElement | null>,
): PdfSelection | null {
  const [selected, setSelected] = useState<PdfSelection | null>(null);
  useEffect(() => {
    if (!session) return undefined;
    const read = () => {
      const found = session.selection();
      const spot = found && spotOf(found.range);
      setSelected(found && spot ? { spot, locator: found.locator, areas: found.areas } : null);
    };
    const element = container.current;
    document.addEventListener('selectionchange', read);
    element?.addEventListener('scroll', read, { passive: true });
    return () => {
      document.removeEventListener('selectionchange', read);
      element?.removeEventListener('scroll', read);
    };
  }, [session, container]);
  return selected;
}
