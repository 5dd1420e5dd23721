/** A sign-in dialog over the page after a session expired. Keeps what was typed. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Me, User } from '#core/contract/account.ts';
import { useSignInOptions } from '#ui/client/account-queries.ts';
import { clearLocalData } from '#ui/client/local-data.ts';
import { keys } from '#ui/client/queries.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { authDialogTexts as texts } from './texts/pages.ts';
import { currentPath, loginPath } from './return-path.ts';
import { PersonalLogin } from './personal-login.tsx';
import { SignInMethods } from './sign-in-methods.tsx';

export function SignedOut({ onBack }: { onBack: () => void }) {
  const cache = useQueryClient();
  const go = useNavigate();
  const { data: options } = useSignInOptions();
  const before = cache.getQueryData<Me>(keys.me)?.user;
  const enter = (user?: User) => {
    onBack();
    if (user && before && user._id !== before._id) {
      // Another person must not see the previous one's data.
      cache.clear();
      void go('/', { replace: true });
    } else void cache.invalidateQueries();
  };
  const leave = () => {
    onBack();
    void go(loginPath());
    cache.clear();
    // Unsynced changes stay until the person signs in again.
    clearLocalData('sent').catch((cause: unknown) => {
      console.warn('Something of you is still kept in this browser.', cause);
    });
  };
  return (
    <Sheet
      open
      onOpenChange={onBack}
      title={texts.outTitle}
      description={texts.outText}
      footer={
        <Button look="quiet" onClick={leave}>
          {texts.leave}
        </Button>
      }
    >
      <div className="pt-3">
        {!options && <Skeleton className="h-56 rounded-card!" />}
        {options?.accounts === 'personal' && <PersonalLogin onSignedIn={() => enter()} />}
        {options?.accounts === 'accounts' && (
          <SignInMethods
            options={options}
            email={before?.email}
            next="/"
            to={currentPath()}
            beside
            onSignedIn={enter}
          />
        )}
      </div>
    </Sheet>
  );
}
