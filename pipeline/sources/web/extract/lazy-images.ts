/**
 * Resolves pictures that scripts would load: each `<img>` gets the address that a browser would
 * load, without a list of sizes.
 */

const SOURCES = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-actualsrc',
  'data-original-src',
  'data-img-src',
  'data-image-src',
  'data-hi-res-src',
  'data-full-src',
  'data-url',
  'data-echo',
  'data-srcs',
  'data-cfsrc',
  'data-ezsrc',
];
const SETS = ['data-srcset', 'data-lazy-srcset', 'data-original-set', 'srcset'];
const PICTURE_NAME = /[^]\.(?:gif|png|svg|jpe?g|webp)$/i;
const PLACEHOLDER_NAME =
  /(?:^|[_.-])(?:blank|placeholder|place-holder|spacer|transparent|loading|lazy(?:load)?|pixel|1x1|grey|gray|dummy|empty)/i;
/** In pixels; wide enough for a text column on a high-resolution screen. */
const WANTED_WIDTH = 1_200;
const WANTED_DENSITY = 2;
const SMALLEST_PICTURE_DATA = 800;

const isNothing = (address: string): boolean => /^(data:|about:|blob:|#|$)/i.test(address.trim());
/** Checks the file names before and after `?` and `#`. */
const hasPlaceholderName = (address: string): boolean =>
  address
    .split(/[?#]/)
    .map((part) => part.split(/[^\w.-]/).at(-1) ?? '')
    .some((name) => PICTURE_NAME.test(name) && PLACEHOLDER_NAME.test(name));
const isPlaceholder = (address: string | null): boolean =>
  address === null ||
  ((isNothing(address) || hasPlaceholderName(address.trim())) &&
    !(address.startsWith('data:image/') && address.length > SMALLEST_PICTURE_DATA));
const isAddress = (text: string | null): text is string =>
  text !== null &&
  /^(https?:)?\/\/|^[./\w%-]+\.(jpe?g|png|gif|webp|avif)([?#]|$)|^\/[^\s]+$/i.test(text.trim());

/** Returns the narrowest candidate that is wide enough, else the widest. */
export function chooseFromSet(set: string): string | undefined {
  const candidates = set
    .split(/,\s+|,(?=https?:|\/)/)
    .map((part) => part.trim().split(/\s+/))
    .flatMap(([address = '', size = '1x']) => {
      const amount = Number.parseFloat(size);
      return address === '' || address.startsWith('data:')
        ? []
        : [
            {
              address,
              width: size.endsWith('w') ? amount : amount * (WANTED_WIDTH / WANTED_DENSITY),
            },
          ];
    })
    .toSorted((a, b) => a.width - b.width);
  return (candidates.find(({ width }) => width >= WANTED_WIDTH) ?? candidates.at(-1))?.address;
}

function realAddress(image: Element): string | undefined {
  const given = image.getAttribute('src');
  if (!isPlaceholder(given)) return given ?? undefined;
  for (const name of SOURCES) {
    const value = image.getAttribute(name);
    if (isAddress(value) && !isNothing(value)) return value;
  }
  const sets = [
    ...SETS.map((name) => image.getAttribute(name)),
    ...[...(image.closest('picture')?.querySelectorAll('source') ?? [])].flatMap((source) =>
      SETS.map((name) => source.getAttribute(name)),
    ),
  ];
  for (const set of sets) {
    const chosen = set === null ? undefined : chooseFromSet(set);
    if (chosen !== undefined && !isNothing(chosen)) return chosen;
  }
  return undefined;
}

/** Addresses must be absolute already. */
export function resolveLazyImages(document: Document): void {
  for (const noscript of document.querySelectorAll('noscript')) useFallback(noscript);
  for (const image of document.querySelectorAll('img')) {
    const address = realAddress(image);
    if (address !== undefined) image.setAttribute('src', address);
    for (const name of [...SOURCES, ...SETS, 'sizes', 'loading', 'decoding', 'fetchpriority'])
      image.removeAttribute(name);
  }
  for (const source of document.querySelectorAll('picture > source')) source.remove();
}

/** Replaces `<img placeholder><noscript><img real></noscript>` by the real image. */
function useFallback(noscript: Element): void {
  if (noscript.children.length === 0 && /^\s*<img\s/i.test(noscript.textContent))
    noscript.innerHTML = noscript.textContent;
  const [image, ...more] = noscript.querySelectorAll('img');
  if (
    image === undefined ||
    more.length > 0 ||
    noscript.textContent.trim() !== '' ||
    /^[0-2]$/.test(image.getAttribute('width') ?? '') ||
    noscript.closest('head') !== null
  )
    return;
  const before = noscript.previousElementSibling;
  const lazy = before?.tagName === 'IMG' ? before : (before?.querySelector('img') ?? null);
  if (lazy === null) noscript.replaceWith(image);
  else {
    if (isPlaceholder(lazy.getAttribute('src'))) lazy.setAttribute('src', realAddress(image) ?? '');
    noscript.remove();
  }
}
