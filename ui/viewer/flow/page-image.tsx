import { lazy, Suspense } from 'react';
import type { PageImage } from './frame-messages.ts';

const ImageDialog = lazy(async () => ({
  default: (await import('./image-dialog.tsx')).ImageDialog,
}));

/** Shows an image of the page if it is on the page's own origin, the content host. */
export function PageImageView({
  image,
  pageUrl,
  onClose,
  onClosed,
}: {
  image: PageImage | undefined;
  pageUrl: string | undefined;
  onClose: () => void;
  onClosed: () => void;
}) {
  if (!image || pageUrl === undefined) return null;
  if (new URL(image.src).origin !== new URL(pageUrl, location.href).origin) return null;
  return (
    <Suspense>
      <ImageDialog image={image} onClose={onClose} onClosed={onClosed} />
    </Suspense>
  );
}
