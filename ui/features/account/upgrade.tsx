/** A button that leads to more questions per day. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button } from '#ui/kit/button.tsx';

const load = () => import('./upgrade-dialog.tsx').then((it) => ({ default: it.UpgradeDialog }));
const Dialog = lazy(load);

export function Upgrade({
  children,
  className,
  title,
}: {
  children: ReactNode;
  className?: string;
  title?: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        aria-haspopup="dialog"
        title={title}
        onPointerEnter={() => void load()}
        onClick={() => setOpen(true)}
        className={className}
      >
        {children}
      </Button>
      {open && (
        <Suspense>
          <Dialog open onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
