import { z } from 'zod';
import type { SourceId } from '#core/contract/id.ts';
import { positionLabel, positionOf, type Locator } from '#core/contract/locator.ts';
import type { Api } from '../../client/client.ts';
import { passageLink } from '../../client/passage-link.ts';

/** A cited passage. `link` opens the exact second, page or paragraph in Gloss. */
export const Cited = z.object({
  source_id: z.string(),
  title: z.string(),
  /** `01:23`, `page 4`, `paragraph 12` */
  place: z.string(),
  quote: z.string(),
  link: z.string(),
});

/** `threadUrl`: the thread to open the passage in; the library if there is none. */
export function cited(
  api: Api,
  sourceId: SourceId,
  title: string,
  locator: Locator,
  threadUrl: string | undefined,
): z.infer<typeof Cited> {
  return {
    source_id: sourceId,
    title,
    place: positionLabel(locator.medium, positionOf(locator)),
    quote: locator.quote,
    link: passageLink(api, sourceId, locator, threadUrl),
  };
}
