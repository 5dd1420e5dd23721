/** Something that a link leads to within a screen. `key` is another each time the link is followed. */
export interface LinkedOne { id: string; key: string }

/** Brings it to the middle of what is seen, and lets it light up for a moment. */
export function showFound(element: Element): void {
  element.scrollIntoView({ block: 'center' });
  element.animate([{ backgroundColor: 'var(--mark-soft)', boxShadow: '0 0 0 6px var(--mark-soft)', borderRadius: '4px', offset: 0 }, { backgroundColor: 'var(--mark-soft)', boxShadow: '0 0 0 6px var(--mark-soft)', borderRadius: '4px', offset: 0.5 }, { boxShadow: '0 0 0 6px transparent', borderRadius: '4px', offset: 1 }], { duration: 2400, easing: 'ease-out' });
}
