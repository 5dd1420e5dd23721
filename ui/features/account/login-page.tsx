import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { messageOf } from '#ui/client/api.ts';
import { useSignInOptions } from '#ui/client/account-queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { accountTexts, loginTexts as texts } from './texts/pages.ts';
import { AccountFrame, PageLink } from './account-frame.tsx';
import { nextPath, withNext } from './return-path.ts';
import { PersonalLogin } from './personal-login.tsx';
import { SignInMethods } from './sign-in-methods.tsx';

/** State passed by another account page. */
const Handed = z.object({ email: z.string().optional() }).nullish().catch(undefined);

export function LoginPage() {
  const go = useNavigate();
  const cache = useQueryClient();
  const email = Handed.parse(useLocation().state)?.email;
  const used = useSearchParams()[0].get('link') === 'used';
  const { data: options, error, refetch } = useSignInOptions();
  const next = nextPath();
  const enter = () => {
    // Removes the data of the previous person before another one signs in.
    cache.clear();
    void go(next, { replace: true });
  };
  if (error && !options)
    return (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState heading="h1" title={accountTexts.failed} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>{accountTexts.retry}</Button>
        </EmptyState>
      </main>
    );
  const accounts = options?.accounts === 'accounts';
  return (
    <AccountFrame
      page={texts.page}
      heading={texts.heading}
      foot={
        accounts &&
        (options.signup === 'open' ? (
          <>
            {texts.new}
            <PageLink to={withNext('/signup', next)}>{accountTexts.signUp}</PageLink>
          </>
        ) : (
          texts.closed
        ))
      }
    >
      {!options && <Skeleton className="h-56 rounded-card!" />}
      {options && !accounts && <PersonalLogin used={used} onSignedIn={enter} />}
      {accounts && <SignInMethods options={options} email={email} next={next} onSignedIn={enter} />}
    </AccountFrame>
  );
}
