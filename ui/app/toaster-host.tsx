import { lazy, Suspense, useEffect } from 'react';
import { useSoon } from '#ui/kit/soon.ts';
import { onUnsaid } from '#ui/kit/toast.ts';

const load = () => import('#ui/kit/toaster.tsx').then((it) => ({ default: it.Toasts }));
const Toasts = lazy(load);

/** Before anybody needs it: a server that is gone could not send it any more. */
export function ToasterHost() {
  const [here, now] = useSoon(load);
  useEffect(() => onUnsaid(now), [now]);
  return (
    here && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  );
}
