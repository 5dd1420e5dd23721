/**
 * Signing out: asks before data is lost that only this browser has, then deletes the person's data
 * from the browser, even if the server is unreachable.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { accountApi } from '#ui/client/account-api.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import {
  clearLocalData,
  isAllSynced,
  unsyncedChanges,
  type UnsyncedChanges,
} from '#ui/client/local-data.ts';
import type { SignOutProps } from '#ui/client/sign-out.ts';
import { queueSignOut } from '#ui/client/session.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { signOutTexts as texts } from './texts/sign-out.ts';
import { AccountFrame } from './account-frame.tsx';

const LOOK_MS = 1000;

const NONE: readonly string[] = [];

export function SignOutScreen({ everywhere, keepTokens = NONE, onDone, onGone }: SignOutProps) {
  const cache = useQueryClient();
  const go = useNavigate();
  const [unsent, setUnsent] = useState<UnsyncedChanges>();
  const [phase, setPhase] = useState<'asking' | 'leaving' | 'signedOutHere'>('asking');

  const leave = useCallback(async () => {
    setPhase('leaving');
    let isTold = true;
    try {
      await accountApi.signOut(everywhere, keepTokens);
      await go('/login', { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) {
        toast.error(messageOf(error));
        onDone();
        return;
      }
      isTold = false;
      queueSignOut(everywhere, keepTokens);
      setPhase('signedOutHere');
      onGone();
    }
    cache.clear();
    await clearLocalData('all').catch((cause: unknown) => {
      console.warn('Something of you is still kept in this browser.', cause);
    });
    if (isTold) onDone();
  }, [cache, everywhere, keepTokens, go, onDone, onGone]);

  useEffect(() => {
    if (phase !== 'asking') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let closed = false;
    const look = async () => {
      const now = await unsyncedChanges();
      if (closed) return;
      // Everything has reached the server.
      if (isAllSynced(now)) {
        void leave();
        return;
      }
      setUnsent(now);
      timer = setTimeout(tick, LOOK_MS);
    };
    // Stops if it is unknown what would be lost.
    const tick = () => {
      look().catch((cause: unknown) => {
        console.error('It cannot be seen what this browser keeps.', cause);
        toast.error(texts.checkFailed);
        onDone();
      });
    };
    tick();
    return () => {
      closed = true;
      clearTimeout(timer);
    };
  }, [phase, leave, onDone]);

  if (phase === 'signedOutHere')
    return (
      <AccountFrame page={texts.page} heading={texts.localTitle} text={texts.localText}>
        <Button onClick={() => location.assign('/login')}>{texts.again}</Button>
      </AccountFrame>
    );
  if (phase === 'leaving' || !unsent) return null;
  return (
    <Sheet
      open
      onOpenChange={onDone}
      title={texts.title}
      description={texts.text}
      footer={
        <>
          <Button onClick={onDone}>{texts.stay}</Button>
          <Button look="danger" onClick={() => void leave()}>
            {texts.signOutAnyway}
          </Button>
        </>
      }
    >
      <ul className="list-disc pt-2 pl-5 text-sm">
        {unsent.notes.map(({ threadId, changes }) => (
          <li key={threadId}>
            <Link
              to={`/t/${threadId}`}
              className="font-medium text-accent underline underline-offset-3"
            >
              {texts.notes(changes)}
            </Link>
          </li>
        ))}
        {unsent.files > 0 && <li>{texts.files(unsent.files)}</li>}
        {unsent.drafts > 0 && <li>{texts.drafts(unsent.drafts)}</li>}
      </ul>
      <p role="status" className="pt-3 text-sm text-ink-soft">
        {texts.waits}
      </p>
    </Sheet>
  );
}
