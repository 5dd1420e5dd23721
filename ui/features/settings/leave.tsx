import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Me } from '#core/contract/account.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { Button } from '#ui/kit/button.tsx';
import { Confirm } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { leaveTexts as texts } from '#ui/texts/settings.ts';
import { Part } from './part.tsx';
import { Sessions } from './sessions.tsx';

export function Leave({ me }: { me: Me }) {
  const cache = useQueryClient();
  const go = useNavigate();
  const [asks, setAsks] = useState(false);
  const leave = useMutation({
    mutationFn: (everywhere: boolean) => accountApi.signOut(everywhere),
    onSuccess: async () => {
      await go('/login', { replace: true });
      cache.clear();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <>
      <Part title={texts.here} text={me.accounts === 'personal' ? `${texts.hereText} ${texts.personal}` : texts.hereText}><Button disabled={leave.isPending} onClick={() => leave.mutate(false)}><LogOut size={15} aria-hidden />{texts.here}</Button></Part>
      {me.accounts === 'accounts' && <Sessions />}
      <Part title={texts.everywhere} text={texts.everywhereText}><Button className="text-danger!" disabled={leave.isPending} onClick={() => setAsks(true)}>{texts.everywhere}</Button></Part>
      <Confirm open={asks} onOpenChange={setAsks} title={texts.everywhereTitle} text={texts.everywhereText} action={texts.everywhereAction} onConfirm={() => leave.mutate(true)} />
    </>
  );
}
