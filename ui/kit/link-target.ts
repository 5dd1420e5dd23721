import { scrollIntoSight } from './scroll-into-sight.ts';

/** The target of a link in a screen. `key` changes each time the link is followed. */
export interface LinkTarget {
  id: string;
  key: string;
}

const SHOWN = {
  backgroundColor: 'var(--mark-soft)',
  boxShadow: '0 0 0 6px var(--mark-soft)',
  borderRadius: '4px',
};

/** Scrolls it to the middle of the viewport, or its start to the top, and flashes it. */
export function revealTarget(element: Element): void {
  scrollIntoSight(element, element.clientHeight > innerHeight / 2 ? 'start' : 'center');
  element.animate(
    [
      { ...SHOWN, offset: 0 },
      { ...SHOWN, offset: 0.5 },
      { boxShadow: '0 0 0 6px transparent', borderRadius: '4px', offset: 1 },
    ],
    { duration: 2400, easing: 'ease-out' },
  );
}
