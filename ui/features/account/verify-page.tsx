/** Where the link of the first mail leads: confirms the address, once. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountApi } from '#ui/client/account-api.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { keys, useMe } from '#ui/client/queries.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { Link } from 'react-router';
import { accountTexts, verifyTexts as texts } from './texts/pages.ts';
import { AccountFrame } from './account-frame.tsx';
import { useLinkToken } from './link-token.ts';
import { savedNextPath, withNext } from './own-path.ts';

export function VerifyPage() {
  const token = useLinkToken();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['verify', token],
    queryFn: () => accountApi.verify(token),
    enabled: token !== '',
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data: me } = useMe();
  const done = data !== undefined;
  useEffect(() => {
    if (done) void cache.invalidateQueries({ queryKey: keys.me });
  }, [done, cache]);
  const next = savedNextPath();
  const signIn = (
    <Link
      to={withNext('/login', next)}
      state={{ email: data?.user.email }}
      className={buttonClass(done || me === undefined ? 'primary' : 'plain', 'h-11')}
    >
      {accountTexts.signIn}
    </Link>
  );
  if (data)
    return (
      <AccountFrame
        page={texts.page}
        heading={texts.done}
        text={texts.doneText(data.user.email, data.user.name)}
      >
        {me?.user._id === data.user._id ? (
          <Link to={next} className={buttonClass('primary', 'h-11')}>
            {accountTexts.next}
          </Link>
        ) : (
          signIn
        )}
      </AccountFrame>
    );
  if (token === '')
    return (
      <AccountFrame page={texts.page} heading={texts.broken} text={texts.brokenText}>
        {signIn}
      </AccountFrame>
    );
  if (error instanceof ApiError && (error.code === 'link_spent' || error.status === 400)) {
    return (
      <AccountFrame page={texts.page} heading={texts.spent} text={texts.spentText}>
        {me ? (
          <Link to="/settings/profile" className={buttonClass('primary', 'h-11')}>
            {texts.settings}
          </Link>
        ) : (
          signIn
        )}
      </AccountFrame>
    );
  }
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
