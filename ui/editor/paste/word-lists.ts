/**
 * Word writes each list item as a separate paragraph, with its level in a style and its marker in
 * the text.
 */

const LIST = /mso-list:\s*(l\d+)\s+level(\d+)/i;
/** Markers of numbered lists, by numbers or letters; all others are bullets. */
const COUNTED = /^\s*(?:\d+|[a-z]|[ivxlc]+)[.)]/i;

interface Point {
  list: string;
  level: number;
  ordered: boolean;
  start: number;
}

function pointOf(element: Element | null): Point | undefined {
  const [, list, level] = LIST.exec(element?.getAttribute('style') ?? '') ?? [];
  if (!element || list === undefined) return undefined;
  const mark = markOf(element)?.textContent ?? '';
  return {
    list,
    level: Number(level),
    ordered: COUNTED.test(mark),
    start: Number(/\d+/.exec(mark)?.[0] ?? 1),
  };
}

const markOf = (element: Element): Element | null =>
  element.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]');

export function wordLists(body: HTMLElement): void {
  for (const first of body.querySelectorAll('[style*="mso-list"]')) {
    if (!body.contains(first) || !pointOf(first) || first.matches('span')) continue;
    const run: [Element, Point][] = [];
    for (
      let at: Element | null = first, point = pointOf(at);
      at && point;
      at = at.nextElementSibling, point = pointOf(at)
    )
      run.push([at, point]);
    const holder = body.ownerDocument.createElement('div');
    first.before(holder);
    nest(holder, run);
    holder.replaceWith(...holder.childNodes);
  }
}

/** A deeper level opens a list in the last item; a lower one closes it. */
function nest(holder: Element, run: readonly [Element, Point][]): void {
  const open: { level: number; list: HTMLElement; ordered: boolean }[] = [];
  for (const [element, { level, ordered, start }] of run) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const last = open.at(-1);
    if (last?.level === level && last.ordered !== ordered) open.pop();
    if (open.at(-1)?.level !== level) {
      const list = holder.ownerDocument.createElement(ordered ? 'ol' : 'ul');
      if (ordered && start > 1) list.setAttribute('start', String(start));
      const within = open.at(-1)?.list;
      ((within?.lastElementChild as Element | null | undefined) ?? within ?? holder).append(list);
      open.push({ level, list, ordered });
    }
    markOf(element)?.remove();
    const point = holder.ownerDocument.createElement('li');
    const words = holder.ownerDocument.createElement('p');
    words.append(...element.childNodes);
    point.append(words);
    element.remove();
    open.at(-1)?.list.append(point);
  }
}
