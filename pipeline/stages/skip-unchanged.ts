/**
 * Detects, before anything is parsed, that a refresh changes nothing: the site says so, or the
 * bytes or the text are the same. Also rejects results that must not replace a good version: a
 * response from elsewhere, or almost no text.
 */
import { Fault } from '#core/contract/faults.ts';
import { Snapshot } from '#core/contract/snapshot.ts';
import { sha256 } from '#config/sha256.ts';
import { readSnapshot } from '#pipeline/library/index.ts';
import { fromBytes } from '#pipeline/library/read-artifacts.ts';
import type { Net } from '#pipeline/net/contract.ts';
import { isReplaced } from '#pipeline/refresh/replaced-text.ts';
import {
  ExtractArtifact,
  FetchArtifact,
  withPorts,
  type CacheValidators,
  type StageInput,
  type StageOutput,
  type StageRunner,
} from './contract.ts';

/** Thrown through a kind's fetch when there is nothing to fetch. */
class Unchanged extends Error {
  readonly movedTo: string | undefined;
  constructor({ movedTo }: Pick<FetchArtifact, 'movedTo'>) {
    super();
    this.movedTo = movedTo;
  }
}

const unchanged = (it: Pick<FetchArtifact, 'movedTo'> = {}): StageOutput => ({
  artifact: {},
  ends: { kind: 'unchanged', movedTo: it.movedTo },
});
const isAgain = ({ source }: StageInput): boolean => source.pendingVersion !== null;
/** The good version directly precedes the one being processed. */
const goodVersion = ({ source }: StageInput): StageInput['source'] => ({
  ...source,
  version: source.version - 1,
});

/**
 * Returns the fetch artifact of the good version; undefined for a first version, or if the artifact
 * no longer exists.
 */
async function fetchedBefore(input: StageInput): Promise<FetchArtifact | undefined> {
  if (!isAgain(input)) return undefined;
  const { id, version } = goodVersion(input);
  return FetchArtifact.safeParse(await input.ports.library.artifacts.find(id, version, 'fetch'))
    .data;
}

/**
 * Makes the request for the source's address conditional, and records the validators for the next
 * refresh.
 */
function watch(
  net: Net,
  address: string,
  before: CacheValidators | undefined,
): { net: Net; seen(): CacheValidators | undefined } {
  let seen: CacheValidators | undefined;
  const headers = {
    ...(before?.etag ? { 'if-none-match': before.etag } : {}),
    ...(before?.lastModified ? { 'if-modified-since': before.lastModified } : {}),
  };
  return {
    seen: () => seen,
    net: {
      ...net,
      async fetch(url, options) {
        if (seen || url !== address || (options.method ?? 'GET') !== 'GET')
          return net.fetch(url, options);
        const response = await net.fetch(url, {
          ...options,
          headers: { ...options.headers, ...headers },
        });
        if (response.status === 304) throw new Unchanged(response);
        const { etag, 'last-modified': lastModified } = response.headers;
        seen = {
          hash: sha256(response.bytes),
          ...(etag ? { etag } : {}),
          ...(lastModified ? { lastModified } : {}),
        };
        if (seen.hash === before?.hash) throw new Unchanged(response);
        return response;
      },
    },
  };
}

const partsOf = ({ parts }: FetchArtifact): string =>
  JSON.stringify(parts.map(({ name, key }) => [name, key]).sort());
/** A page within a site that now redirects to the front page is gone, whatever the status. */
const isSentHome = (before: FetchArtifact, now: FetchArtifact): boolean => {
  const isHome = ({ finalUrl }: FetchArtifact) =>
    /^\/(index\.\w+)?$/.test(new URL(finalUrl).pathname) && new URL(finalUrl).search === '';
  return (
    URL.canParse(before.finalUrl) && URL.canParse(now.finalUrl) && isHome(now) && !isHome(before)
  );
};

/**
 * Wraps a fetch with the result of the previous one: an unchanged source costs one request. The
 * kind stays the same.
 */
export const skipIfUnchanged =
  (fetchStage: StageRunner): StageRunner =>
  async (input) => {
    const { source, ports } = input;
    const before = await fetchedBefore(input);
    // Content from scripts or a player is not in the bytes of the page.
    const isTold = source.medium !== 'timed' && before?.notes['read'] !== 'browser';
    const watched = watch(ports.net, source.canonicalUrl, isTold ? before?.seen : undefined);
    try {
      const output = await fetchStage({
        ...input,
        ports: withPorts(ports, { net: watched.net }),
        source: isAgain(input) ? { ...source, kindCertain: true } : source,
      });
      const artifact = FetchArtifact.parse(output.artifact);
      const now: FetchArtifact = {
        ...artifact,
        ...(watched.seen() ? { seen: watched.seen() } : {}),
      };
      if (before && isSentHome(before, now))
        throw new Fault('not_found', {
          message:
            "This address now leads to the site's front page, so the previous version stays. Check the link.",
        });
      return before && partsOf(before) === partsOf(now)
        ? unchanged(now)
        : { ...output, artifact: now };
    } catch (error) {
      if (error instanceof Unchanged) return unchanged(error);
      throw error;
    }
  };

const whole = (snapshot: Snapshot): string =>
  snapshot.segments.map((segment) => segment.text).join('\n');
/**
 * Serialises text and positions: times to half a second, pages, and the tops of blocks to a
 * hundredth of the page.
 */
const standing = ({ title, segments }: Snapshot): string =>
  JSON.stringify([
    title,
    segments.map(({ text, role, at }) => [
      text,
      role,
      at.medium === 'timed'
        ? Math.round(2 * at.startS)
        : at.medium === 'paged'
          ? [
              at.page,
              ...at.rects
                .slice(0, 1)
                .flatMap(({ x, y }) => [Math.round(100 * x), Math.round(100 * y)]),
            ]
          : at.paragraph,
    ]),
  ]);

/** The fraction of the previous text below which a text is not accepted as a new version. */
const LEAST_SHARE = 0.05;
const LEAST_SHARE_OF_SHORT = 0.2;
const SHORT = 1_500;
/** Words of consent forms and bot checks, which aren't held for review. */
const WALL =
  /\b(cookies?|consent|privacy (policy|settings)|before you continue|accept all|captcha|are you a robot|verify (that )?you are( a)? human|enable javascript|datenschutz|einwilligung|zustimmen|consentement|politique de confidentialité)\b/gi;
/** Words of other pages that block access to the page. */
const IN_THE_WAY =
  /\b(access denied|log ?in to continue|sign ?in to continue|subscribe to (continue|read)|page (was )?not found|no longer available|service unavailable|too many requests|something went wrong|internal server error)\b/gi;
/** One such word per this many characters marks a wall; in a shortened text, a notice. */
const WALL_CHARACTERS = 100;
const NOTICE_CHARACTERS = 400;

/** Returns matches per character. */
const density = (text: string, ...words: RegExp[]): number =>
  words.reduce((sum, it) => sum + [...text.matchAll(it)].length, 0) / Math.max(1, text.length);

function isWall(before: Snapshot, now: Snapshot): boolean {
  const dense = density(whole(now), WALL);
  return dense * WALL_CHARACTERS > 1 && dense > 3 * density(whole(before), WALL);
}

function assertWorthTaking(before: Snapshot, now: Snapshot): void {
  const [had, has] = [whole(before), whole(now)];
  const share = has.length / Math.max(1, had.length);
  const isAlmostNothing =
    share < LEAST_SHARE || (has.length < SHORT && share < LEAST_SHARE_OF_SHORT);
  const dense = density(has, WALL, IN_THE_WAY);
  const isInTheWay =
    share < 0.6 && dense * NOTICE_CHARACTERS > 1 && dense > 3 * density(had, WALL, IN_THE_WAY);
  if (!isAlmostNothing && !isInTheWay) return;
  throw new Fault('no_text', {
    message: isInTheWay
      ? 'The page now shows a notice in place of its text, so the version before stays.'
      : `Almost nothing is left of the text (${has.length} of ${had.length} characters), so the version before stays.`,
  });
}

const ownTranscript = (fetched: FetchArtifact | undefined): string | undefined =>
  fetched?.parts.find((part) => part.name === 'transcript.json')?.key;

/**
 * Wraps an extraction and ends processing if the text and its positions are unchanged. Holds a
 * version with almost nothing of the previous text, unless its owner has already refused it.
 */
export const skipIfTextUnchanged =
  (extractStage: StageRunner): StageRunner =>
  async (input) => {
    const output = await extractStage(input);
    const extracted = ExtractArtifact.safeParse(output.artifact).data;
    if (!isAgain(input) || !extracted) return output;
    const { library, files } = input.ports;
    const fetched = FetchArtifact.safeParse(
      await library.artifacts.find(input.source.id, input.source.version, 'fetch'),
    ).data;
    const good = await fetchedBefore(input);
    // A transcript supplied by the owner takes precedence over an earlier one.
    if (ownTranscript(fetched) !== ownTranscript(good)) return output;
    const before = await readSnapshot(library, files, goodVersion(input));
    const now = Snapshot.parse(fromBytes(await files.read(extracted.snapshotKey)));
    if (standing(before) === standing(now)) {
      // The next refresh uses the current validators.
      return {
        ...unchanged(fetched),
        also: async (transaction) => {
          await output.also?.(transaction);
          if (good && fetched?.seen)
            await library.artifacts.save(
              input.source.id,
              goodVersion(input).version,
              'fetch',
              { ...good, seen: fetched.seen },
              transaction,
            );
        },
      };
    }
    const hasText = whole(now).trim() !== '';
    if (hasText && isReplaced(before, now) && !isWall(before, now)) {
      const isRefused = output.patch?.contentHash === input.source.facts.refusedHash;
      return { ...output, ends: isRefused ? { kind: 'unchanged' } : { kind: 'held' } };
    }
    assertWorthTaking(before, now);
    return output;
  };
