import type { Source, SourceDescription } from '#core/contract/source.ts';
import { isVideoListing } from '#core/text/video-listing.ts';
import { titleOf } from './source-state.ts';

/** The videos of a playlist to be added; undefined while it is loading. */
export interface Listed {
  title: string;
  urls: readonly string[];
  /** The playlist could not be opened. */
  hasFailed?: boolean;
}

/** The content of the Add source dialog. */
export interface AdditionDraft {
  /** typed or pasted addresses */
  links: readonly string[];
  /** lines with text that isn't a link */
  ignored: readonly string[];
  /** the selected videos of each playlist or channel */
  listed: ReadonlyMap<string, Listed>;
  /** sources selected from the library */
  picked: readonly Source[];
  files: readonly { file: Pick<File, 'name'> }[];
}

export interface AdditionPlan {
  /** links to one source each */
  plain: string[];
  /** links to playlists and channels */
  listings: string[];
  /** how many sources would be added */
  count: number;
  /** a playlist is still loading */
  waits: boolean;
  /** the request, apart from the files */
  descriptions: SourceDescription[];
  /** the names of the sources until the server knows their titles */
  names: string[];
  /** what stays in the field: playlists that could not be opened, and lines that aren't links */
  rest: string;
}

const isListing = (link: string): boolean => {
  const url = URL.parse(link);
  return url !== null && isVideoListing(url);
};
/** An address without its scheme, `www.` and final slash. */
const shortAddress = (link: string) => link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

export function planAddition({
  links,
  ignored,
  listed,
  picked,
  files,
}: AdditionDraft): AdditionPlan {
  const listings = links.filter(isListing);
  const plain = links.filter((it) => !isListing(it));
  const failed = listings.filter((it) => listed.get(it)?.hasFailed);
  const entries = [...new Set(listings.flatMap((it) => listed.get(it)?.urls ?? []))];
  return {
    plain,
    listings,
    count: plain.length + entries.length + files.length + picked.length,
    waits: listings.some((it) => !listed.has(it)),
    descriptions: [
      ...[...plain, ...entries].map((url) => ({ url })),
      ...picked.map((it) => ({ sourceId: it._id })),
    ],
    names: [
      ...plain.map(shortAddress),
      ...listings
        .filter((it) => !failed.includes(it))
        .map((it) => listed.get(it)?.title ?? shortAddress(it)),
      ...picked.map(titleOf),
      ...files.map((it) => it.file.name),
    ],
    rest: [...failed, ...ignored].join('\n'),
  };
}

/** The text after a failed addition: what was sent, followed by what was typed meanwhile. */
export const restoredText = (now: string, sent: string): string =>
  now === sent || now === '' ? sent : `${sent}\n${now}`;

/** The selected sources after a failed addition, those that were sent first, without duplicates. */
export const restoredPicks = <T>(now: readonly T[], sent: readonly T[]): T[] => [
  ...sent,
  ...now.filter((it) => !sent.includes(it)),
];
