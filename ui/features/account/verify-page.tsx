/** The page of the confirmation link: confirms the address, once. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { accountApi, type ConfirmedAddress } from '#ui/client/account-api.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { keys, useMe } from '#ui/client/queries.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { accountTexts, verifyTexts as texts } from './texts/pages.ts';
import { AccountFrame } from './account-frame.tsx';
import { useLinkToken } from './link-token.ts';
import { savedNextPath, withNext } from './return-path.ts';
import { SecondStepForm } from './second-step.tsx';

const VERIFY = 'verify';

/**
 * Asks who is signed in only after the link was processed: that request renews or ends an old
 * session, which would undo the new sign-in.
 */
export function VerifyPage() {
  const token = useLinkToken();
  const { data, error, refetch } = useQuery({
    queryKey: [VERIFY, token],
    queryFn: () => accountApi.verify(token),
    enabled: token !== '',
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) return <Confirmed {...data} />;
  if (token === '')
    return (
      <AccountFrame page={texts.page} heading={texts.broken} text={texts.brokenText}>
        <SignInLink />
      </AccountFrame>
    );
  if (error instanceof ApiError && (error.code === 'link_spent' || error.status === 400))
    return <SpentLink />;
  if (error)
    return (
      <AccountFrame page={texts.page} heading={texts.failed} text={messageOf(error)}>
        <Button look="primary" onClick={() => void refetch()}>
          {accountTexts.retry}
        </Button>
      </AccountFrame>
    );
  return (
    <AccountFrame page={texts.page} heading={texts.running}>
      <Skeleton className="h-11 w-32" />
    </AccountFrame>
  );
}

function Confirmed({ user, entry }: ConfirmedAddress) {
  const cache = useQueryClient();
  const go = useNavigate();
  const next = savedNextPath();
  useEffect(() => {
    // Another person may have been signed in here, so this removes their data.
    if (entry === 'signed-in')
      void cache.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== VERIFY });
    else void cache.invalidateQueries({ queryKey: keys.me });
  }, [entry, cache]);
  if (entry === 'none') return <ConfirmedElsewhere user={user} next={next} />;
  if (entry === 'signed-in')
    return (
      <AccountFrame
        page={texts.page}
        heading={texts.done}
        text={texts.signedInText(user.email, user.name)}
      >
        <Link to={next} className={buttonClass('primary', 'h-11')}>
          {accountTexts.next}
        </Link>
      </AccountFrame>
    );
  return (
    <AccountFrame page={texts.page} heading={texts.done} text={texts.stepText(user.email)}>
      <SecondStepForm
        step={entry}
        onSignedIn={() => {
          cache.clear();
          void go(next, { replace: true });
        }}
        onOver={() => void go(withNext('/login', next), { state: { email: user.email } })}
      />
    </AccountFrame>
  );
}

/** The link was opened in another browser than the one that signed up. */
function ConfirmedElsewhere({ user, next }: Pick<ConfirmedAddress, 'user'> & { next: string }) {
  const { data: me } = useMe();
  return (
    <AccountFrame
      page={texts.page}
      heading={texts.done}
      text={texts.doneText(user.email, user.name)}
    >
      {me?.user._id === user._id ? (
        <Link to={next} className={buttonClass('primary', 'h-11')}>
          {accountTexts.next}
        </Link>
      ) : (
        <SignInLink email={user.email} />
      )}
    </AccountFrame>
  );
}

function SpentLink() {
  const { data: me } = useMe();
  return (
    <AccountFrame page={texts.page} heading={texts.spent} text={texts.spentText}>
      {me ? (
        <Link to="/settings/profile" className={buttonClass('primary', 'h-11')}>
          {texts.settings}
        </Link>
      ) : (
        <SignInLink />
      )}
    </AccountFrame>
  );
}

const SignInLink = ({ email }: { email?: string }) => (
  <Link
    to={withNext('/login', savedNextPath())}
    state={{ email }}
    className={buttonClass('primary', 'h-11')}
  >
    {accountTexts.signIn}
  </Link>
);
