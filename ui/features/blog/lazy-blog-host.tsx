/** Loads when one of its panels is opened. */
import { type ComponentProps, lazy, Suspense } from 'react';
import { useOffer } from '#ui/kit/palette.ts';
import { ideasToolTexts } from '#ui/features/suggest/index.ts';
import { useBlogAddress } from '#ui/editor/blog-address.ts';

const Host = lazy(() => import('./blog-host.tsx').then((it) => ({ default: it.BlogHost })));

export function BlogHost(props: ComponentProps<typeof Host>) {
  const { publishing, hasIdeas, openIdeas } = useBlogAddress();
  useOffer(ideasToolTexts.command, openIdeas);
  return publishing === undefined && !hasIdeas ? null : (
    <Suspense>
      <Host {...props} />
    </Suspense>
  );
}
