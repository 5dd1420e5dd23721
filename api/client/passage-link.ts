import type { SourceId } from '#core/contract/id.ts';
import { locatorQuery, positionOf, type Locator } from '#core/contract/locator.ts';
import type { Api } from './client.ts';

/**
 * Returns the URL of a passage in Gloss. `threadUrl` is the thread to open it in; without it, the
 * library.
 */
export const passageLink = (
  { url }: Pick<Api, 'url'>,
  sourceId: SourceId,
  locator: Locator,
  threadUrl: string | undefined,
): string =>
  `${url}/${threadUrl === undefined ? `library/${sourceId}` : `t/${threadUrl}`}${locatorQuery(sourceId, locator.medium, positionOf(locator))}`;
