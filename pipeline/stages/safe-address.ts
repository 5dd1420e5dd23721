/** Decides which addresses a sanitised page may keep. */

const RASTER = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon);base64,[A-Za-z0-9+/=\s]*$/i;
const PICTURES = /^(img|image|source|video)$/;

const http = (address: string, baseUrl: string): string | undefined => {
  const url = URL.parse(address, baseUrl);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
};

/**
 * Returns the absolute address for an element with this tag; undefined if it isn't safe. `mayLoad`:
 * pictures keep their addresses, which are inserted or removed when the view is served.
 */
export function safeAddress(
  tag: string,
  address: string,
  { baseUrl, mayLoad }: { baseUrl: string; mayLoad: boolean },
): string | undefined {
  const trimmed = address.trim();
  if (trimmed.startsWith('#')) return trimmed;
  if (tag === 'a')
    return http(trimmed, baseUrl) ?? (/^mailto:[^\s<>"]+$/i.test(trimmed) ? trimmed : undefined);
  if (PICTURES.test(tag) && RASTER.test(trimmed)) return trimmed;
  return mayLoad ? http(trimmed, baseUrl) : undefined;
}

/** Returns a `srcset` with absolute addresses; undefined if none is safe. */
export function safeSet(set: string, baseUrl: string): string | undefined {
  const kept = set.split(/,\s+/).flatMap((part) => {
    const [address = '', size] = part.trim().replace(/,$/, '').split(/\s+/);
    const url = http(address, baseUrl);
    return url === undefined || address === ''
      ? []
      : [size !== undefined && /^[\d.]+[wx]$/.test(size) ? `${url} ${size}` : url];
  });
  return kept.length === 0 ? undefined : kept.join(', ');
}
