/** A press that leads to signing in without leaving the page, or to confirming one's address. */
import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { menuTexts } from './texts/account.ts';

const load = () => import('./auth-dialog.tsx').then((it) => ({ default: it.AuthDialog }));
/** Also for who tries what only others may. */
export const AuthDialog = lazy(load);

export function SignInPrompt({
  look = 'plain',
  className,
}: {
  look?: 'plain' | 'primary';
  className?: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look={look}
        className={className}
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onClick={() => setOpen(true)}
      >
        {menuTexts.login}
      </Button>
      {open && (
        <Suspense>
          <AuthDialog open onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
