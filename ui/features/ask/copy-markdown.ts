/** An answer as Markdown for copying, with citations as links to their positions. Pure. */
import type { Citation } from '#core/contract/ask.ts';
import { positionLabel, positionOf, locatorQuery } from '#core/contract/locator.ts';
import { escapeMarkdown } from '#core/editor/locator-link.ts';

const MARK = /\[(\d+)\]/g;

/** `home`: the thread's address. Citation marks without a citation are dropped. */
export function copyMarkdown(text: string, citations: readonly Citation[], home: string): string {
  const links = new Map(
    citations.map(({ mark, source_id, locator }) => [
      mark,
      `${home}${locatorQuery(source_id, locator.medium, positionOf(locator))}`,
    ]),
  );
  const body = text.replace(MARK, (_, mark: string) => {
    const link = links.get(Number(mark));
    return link === undefined ? '' : `[[${mark}]](${link})`;
  });
  const used = citations.filter(({ mark }) => text.includes(`[${mark}]`));
  const list = used.map(
    ({ mark, title, locator }) =>
      `- [${mark}] [${escapeMarkdown(title)}, ${positionLabel(locator.medium, positionOf(locator))}](${links.get(mark) ?? home})`,
  );
  return [body.trim(), ...(list.length > 0 ? [list.join('\n')] : [])].join('\n\n');
}
