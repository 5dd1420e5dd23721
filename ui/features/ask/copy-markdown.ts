/** An answer as Markdown for copying, with citations as links to their positions. Pure. */
import type { Citation } from '#core/contract/ask.ts';
import { positionLabel, positionOf, locatorQuery } from '#core/contract/locator.ts';
import { escapeMarkdown } from '#core/editor/locator-link.ts';
import { citationMarks } from '#core/text/mark-reader.ts';

/** `home`: the thread's address. Citation marks without a citation are dropped. */
export function copyMarkdown(text: string, citations: readonly Citation[], home: string): string {
  const links = new Map(
    citations.map(({ mark, source_id, locator }) => [
      mark,
      `${home}${locatorQuery(source_id, locator.medium, positionOf(locator))}`,
    ]),
  );
  const marks = citationMarks(text);
  let body = '';
  let from = 0;
  for (const { start, end, mark } of marks) {
    const link = links.get(mark);
    body += text.slice(from, start) + (link === undefined ? '' : `[[${mark}]](${link})`);
    from = end;
  }
  body += text.slice(from);
  const used = citations.filter(({ mark }) => marks.some((it) => it.mark === mark));
  const list = used.map(
    ({ mark, title, locator }) =>
      `- [${mark}] [${escapeMarkdown(title)}, ${positionLabel(locator.medium, positionOf(locator))}](${links.get(mark) ?? home})`,
  );
  return [body.trim(), ...(list.length > 0 ? [list.join('\n')] : [])].join('\n\n');
}
