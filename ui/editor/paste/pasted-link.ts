import { type LocatorLink, parseLocatorQuery } from '#core/editor/locator-link.ts';

/** A single address and nothing else. */
export function pastedLink(text: string): string | undefined {
  const trimmed = text.trim();
  if (!/^https?:\/\/[^\s]+$/i.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  return trimmed;
}

/** The second in the address of a video. */
export function secondOf(address: string): number {
  const url = new URL(address);
  const given =
    url.searchParams.get('t') ??
    url.searchParams.get('start') ??
    /[#&]t=([^&]+)/.exec(url.hash)?.[1] ??
    '';
  const [, h, m, s] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(given) ?? [];
  return Number(h ?? 0) * 3600 + Number(m ?? 0) * 60 + Number(s ?? 0);
}
/** The page in the address of a PDF. */
export const pageOf = (address: string): number =>
  Math.max(1, Number(/[#&]page=(\d+)/.exec(new URL(address).hash)?.[1] ?? 1));

/** The position in a link to a thread of this Gloss. */
export function positionInLink(address: string, origin: string): LocatorLink | undefined {
  const url = new URL(address);
  if (url.origin !== origin || !url.pathname.startsWith('/t/')) return undefined;
  const key = ['at', 'page', 'p'].find((it) => url.searchParams.has(it));
  return key === undefined
    ? undefined
    : parseLocatorQuery(
        `?source=${url.searchParams.get('source')}&${key}=${url.searchParams.get(key)}`,
      );
}
