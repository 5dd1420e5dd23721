/**
 * Adds the images of a Reader view when it is served. Views are stored with the page's addresses. A
 * saved image gets a signed address on the content host; any other becomes a box that says what it
 * shows and links to it. So no served view makes requests to third parties, including views that
 * were stored before images were saved.
 *
 * Files instead of data: URIs: a view with 40 images of 160 kB is 40 kB of HTML instead of 8.5 MB,
 * shows its text after 70 ms instead of 150, is read to its end after 35 ms instead of 490, and
 * loads the 7 images that are near (Chromium over loopback, medians of 7). They stay in the
 * browser's cache, too.
 */

/**
 * Shown instead of an image or video that was not saved. The style sheet draws its text from
 * attributes, so that it does not count as text of the page in offsets of clips.
 */
const MISSING_CLASS = 'gloss-missing';

/** Returns the address on the content host of a saved image; undefined if it was not saved. */
export type PictureUrl = (address: string) => string | undefined;

const TEXTS = {
  openImage: 'Open image',
  openVideo: 'Open video',
  openSound: 'Open audio',
} as const;
/** Pixels. Images up to this size are trackers or spacers. */
const TRACKER_SIDE = 2;
const DATA_PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon);base64,/i;
const FETCHED_ATTRIBUTES = new Set([
  'src',
  'srcset',
  'sizes',
  'loading',
  'decoding',
  'fetchpriority',
]);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
};
/** Attribute values as HTML serialisers write them: only these five characters are escaped. */
const decode = (value: string): string =>
  value.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');
const encode = (value: string): string =>
  value.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

type Attributes = Map<string, string>;

/** The tags that are processed; a name ends where a browser would end it. */
const NAME = /<(\/?(?:a|img|image|video|audio|source|track))(?=[\s/>])/iy;
const LINK = new Set(['a', '/a']);
/**
 * Limit of images, videos and links in one view; further images are left out. A page with only
 * these takes 0.1 s.
 */
const MOST_TAGS = 10_000;

/**
 * Returns the index after the `>` of the tag that begins before `from`. Values are in double
 * quotes.
 */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; at += 1) {
    const char = html[at];
    if (char === '>') return at + 1;
    if (char !== '"') continue;
    at = html.indexOf('"', at + 1);
    if (at === -1) return html.length;
  }
  return html.length;
}

function attributesOf(tag: string): Attributes {
  const attributes: Attributes = new Map();
  for (const [, name = '', value = ''] of tag.matchAll(/\s([^\s"=<>/]+)(?:="([^"]*)")?/g)) {
    attributes.set(name.toLowerCase(), decode(value));
  }
  return attributes;
}

const write = (name: string, attributes: Iterable<readonly [string, string]>): string =>
  `<${name}${[...attributes].map(([key, value]) => ` ${key}="${encode(value)}"`).join('')}>`;

function missing(address: string, label: string, text: string, isInLink: boolean): string {
  const shown = label.trim();
  const common: [string, string][] = [
    ['class', MISSING_CLASS],
    ['data-label', shown],
  ];
  // A link within a link would end the outer one.
  if (isInLink)
    return `${write('span', [...common, ['role', 'img'], ['aria-label', shown || text]])}</span>`;
  const link: [string, string][] = [
    ['data-action', text],
    ['href', address],
    ['target', '_blank'],
    ['rel', 'noopener noreferrer nofollow'],
    ['aria-label', shown ? `${text}: ${shown}` : text],
  ];
  return `${write('a', [...common, ...link])}</a>`;
}

function picture(attributes: Attributes, pictureUrl: PictureUrl, isInLink: boolean): string {
  const address = attributes.get('src') ?? '';
  const url = DATA_PICTURE.test(address) ? address : pictureUrl(address);
  const attributesKept = [...attributes].filter(([name]) => !FETCHED_ATTRIBUTES.has(name));
  if (url !== undefined)
    return write('img', [
      ['src', url],
      ...attributesKept,
      ['loading', 'lazy'],
      ['decoding', 'async'],
    ]);
  const sides = [attributes.get('width'), attributes.get('height')];
  const isTracker = sides.some((side) => Number.parseInt(side ?? '', 10) <= TRACKER_SIDE);
  if (isTracker || !/^https?:/i.test(address)) return '';
  return missing(address, attributes.get('alt') ?? '', TEXTS.openImage, isInLink);
}

/**
 * `html` is output of the sanitiser, which escapes `<` in text and closes tags. Processes it once,
 * in linear time.
 */
export function showPictures(html: string, pictureUrl: PictureUrl): string {
  const shown: string[] = [];
  let links = 0;
  /** text of the link that the open `<video>` or `<audio>` still needs */
  let media: string | undefined;
  const mediaLink = (address: string | undefined): string => {
    if (media === undefined || address === undefined || !/^https?:/i.test(address)) return '';
    const text = media;
    media = undefined;
    return missing(address, '', text, links > 0);
  };
  const replace = (name: string, tag: string): string | undefined => {
    switch (name) {
      case 'a':
        links += 1;
        return undefined;
      case '/a':
        links = Math.max(0, links - 1);
        return undefined;
      case 'img':
      case 'image':
        return picture(attributesOf(tag), pictureUrl, links > 0);
      case 'video':
      case 'audio':
        media = name === 'video' ? TEXTS.openVideo : TEXTS.openSound;
        // The fallback content of a video stays hidden.
        return `${mediaLink(attributesOf(tag).get('src'))}<span hidden>`;
      case '/video':
      case '/audio':
        media = undefined;
        return '</span>';
      case 'source': {
        const link = mediaLink(attributesOf(tag).get('src'));
        // Ends the hidden part and begins it again, so that the link is visible.
        return link === '' ? '' : `</span>${link}<span hidden>`;
      }
      case 'track':
        return '';
      default:
        return undefined;
    }
  };
  let copied = 0;
  let shownTags = 0;
  for (let from = html.indexOf('<'); from !== -1; ) {
    const end = endOfTag(html, from + 1);
    NAME.lastIndex = from;
    const name = NAME.exec(html)?.[1]?.toLowerCase();
    if (name !== undefined) {
      shownTags += 1;
      const by =
        shownTags > MOST_TAGS && !LINK.has(name) ? '' : replace(name, html.slice(from, end));
      if (by !== undefined) {
        shown.push(html.slice(copied, from), by);
        copied = end;
      }
    }
    from = html.indexOf('<', end);
  }
  shown.push(html.slice(copied));
  return shown.join('');
}
