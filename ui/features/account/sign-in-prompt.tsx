/** A button that opens sign-in over the page, or asks to confirm the email address. */
import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { menuTexts } from './texts/account.ts';

const load = () => import('./auth-dialog.tsx').then((it) => ({ default: it.AuthDialog }));
/** Also shown to people who try something that requires an account. */
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
