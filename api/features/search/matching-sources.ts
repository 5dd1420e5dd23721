import type { SourceId, UserId } from '#core/contract/id.ts';
import { SourceFlag, SourceState, type SourceType } from '#core/contract/source.ts';
import { siteHost, type IsValue, type Values } from '#core/text/search-query.ts';
import type { Library } from '#pipeline/library/index.ts';

export interface SourceConditions {
  ownerId: UserId;
  kind: SourceType | undefined;
  channel: string | undefined;
  /** a source has all of `wanted` and none of `unwanted` */
  tags: Values;
  /** of each of these: one of `wanted`, if there are any, and none of `unwanted` */
  folders: Values;
  sites: Values;
  is: Values<IsValue>;
  within: readonly SourceId[] | undefined;
}
interface Saved {
  from: Date | undefined;
  before: Date | undefined;
}

/**
 * The sources that match; of a listing, the last saved first. Undefined if nothing narrows them, unless all are
 * to be listed.
 */
export async function sourcesThatMatch(
  { selection }: Pick<Library, 'selection'>,
  { ownerId, kind, channel, tags, folders, sites, is, within }: SourceConditions,
  saved: Saved = { from: undefined, before: undefined },
  isListing = false,
): Promise<SourceId[] | undefined> {
  const ids = async (mark: Parameters<typeof selection.ids>[0] | object) =>
    new Set(await selection.ids({ ...mark, ownerId }));
  const union = async <T>(values: readonly T[], markOf: (value: T) => object) =>
    (await Promise.all(values.map((it) => ids(markOf(it))))).reduce(
      (all, one) => all.union(one),
      new Set<SourceId>(),
    );
  const tagged = (tag: string) => ({ tag });
  const inFolder = (folder: string) => ({ folder });
  const onSite = (site: string) => ({ channel: siteHost(site) ?? site });
  const being = (value: IsValue) =>
    SourceFlag.safeParse(value).success
      ? { flag: SourceFlag.parse(value) }
      : { state: SourceState.parse(value) };

  const included = [
    ...(await Promise.all(tags.wanted.map((tag) => ids(tagged(tag))))),
    ...(folders.wanted.length > 0 ? [await union(folders.wanted, inFolder)] : []),
    ...(sites.wanted.length > 0 ? [await union(sites.wanted, onSite)] : []),
    ...(is.wanted.length > 0 ? [await union(is.wanted, being)] : []),
  ];
  const excluded = [
    await union(tags.unwanted, tagged),
    await union(folders.unwanted, inFolder),
    await union(sites.unwanted, onSite),
    await union(is.unwanted, being),
  ].filter((it) => it.size > 0);
  const isSelecting = [kind, channel, within, saved.from, saved.before].some(
    (it) => it !== undefined,
  );
  if (!isSelecting && !isListing && included.length + excluded.length === 0) return undefined;
  // Reads the complete library only if its order or its complement is needed.
  const [first] = included;
  const all =
    first && !isSelecting && !isListing
      ? [...first]
      : await selection.ids({ ownerId, kind, channel, within, saved, sort: 'saved' });
  return all.filter(
    (id) => included.every((it) => it.has(id)) && !excluded.some((it) => it.has(id)),
  );
}
