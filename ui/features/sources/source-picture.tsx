import { clsx } from 'clsx';
import { useState } from 'react';
import type { Source, SourceType } from '#core/contract/source.ts';
import { kindIcon } from './kind-icons.ts';

export function TypeIcon({
  type,
  size = 16,
  className,
}: {
  type: SourceType;
  size?: number;
  className?: string;
}) {
  const Icon = kindIcon(type);
  return <Icon size={size} strokeWidth={1.75} aria-hidden className={className} />;
}

/**
 * Uses the saved copy. Addresses in `thumbnails.youtube` may belong to the site, which would learn
 * who views it.
 */
const pictureOf = ({ thumbnail, thumbnails }: Source): string | undefined =>
  thumbnail ?? thumbnails.preview;

/**
 * The video's thumbnail, the first page or the page's preview image; the icon of its kind if there
 * is none, or if it does not load.
 */
export function SourcePicture({
  source,
  className,
  iconSize = 18,
}: {
  source: Source;
  className?: string;
  iconSize?: number;
}) {
  const [broken, setBroken] = useState<string>();
  const src = pictureOf(source);
  return (
    <span
      className={clsx(
        'grid shrink-0 place-items-center overflow-hidden rounded-chip bg-hover text-ink-faint',
        className,
      )}
    >
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(src)}
          className={clsx('size-full object-cover', source.medium === 'paged' && 'object-top')}
        />
      ) : (
        <TypeIcon type={source.sourceType} size={iconSize} />
      )}
    </span>
  );
}

/** The icon of the site or channel. */
export function SourceIcon({ source, size = 16 }: { source: Source; size?: number }) {
  const [broken, setBroken] = useState<string>();
  const src = source.channelThumbnail ?? source.thumbnails.icon;
  if (!src || src === broken)
    return <TypeIcon type={source.sourceType} size={size} className="shrink-0 text-ink-faint" />;
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
      className="shrink-0 rounded-full"
      style={{ width: size, height: size }}
    />
  );
}
