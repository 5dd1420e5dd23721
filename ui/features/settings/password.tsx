import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { PASSWORD_LENGTH } from '#core/contract/account.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { profileTexts as texts } from '#ui/texts/settings.ts';
import { FIELD, Part } from './part.tsx';

export function Password() {
  const [current, setCurrent] = useState('');
  const [wanted, setWanted] = useState('');
  const change = useMutation({
    mutationFn: () => accountApi.change({ password: { current, new: wanted } }),
    onSuccess: () => { setCurrent(''); setWanted(''); toast.success(texts.passwordChanged); },
  });
  return (
    <Part title={texts.password}>
      <form onSubmit={(event) => { event.preventDefault(); change.mutate(); }} className="space-y-3">
        <Secret label={texts.passwordNow} autoComplete="current-password" value={current} onChange={setCurrent} />
        <Secret label={texts.passwordNew} autoComplete="new-password" value={wanted} onChange={setWanted} hint={texts.passwordHint(PASSWORD_LENGTH.min)} />
        {change.error && <p role="alert" className="text-sm text-danger">{messageOf(change.error)}</p>}
        <Button type="submit" disabled={current === '' || wanted.length < PASSWORD_LENGTH.min || change.isPending}>{texts.passwordChange}</Button>
      </form>
    </Part>
  );
}

export function RemoveAccount() {
  const cache = useQueryClient();
  const go = useNavigate();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const remove = useMutation({
    mutationFn: () => accountApi.remove(password),
    onSuccess: async () => {
      toast.success(texts.removed);
      await go('/login', { replace: true });
      cache.clear();
    },
  });
  return (
    <Part title={texts.remove} text={texts.removeText}>
      <Button className="text-danger!" onClick={() => setOpen(true)}>{texts.remove}</Button>
      <Sheet open={open} onOpenChange={setOpen} title={texts.remove} description={texts.removeText} footer={<Button look="danger" disabled={password === '' || remove.isPending} onClick={() => remove.mutate()}>{texts.removeAction}</Button>}>
        <div className="pt-3">
          <Secret label={texts.removePassword} autoComplete="current-password" value={password} onChange={setPassword} />
          {remove.error && <p role="alert" className="mt-2 text-sm text-danger">{messageOf(remove.error)}</p>}
        </div>
      </Sheet>
    </Part>
  );
}

function Secret({ label, hint, value, onChange, autoComplete }: { label: string; hint?: ReactNode; value: string; onChange: (value: string) => void; autoComplete: 'current-password' | 'new-password' }) {
  const id = useId();
  const hintId = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">{label}</label>
      <input id={id} type="password" autoComplete={autoComplete} maxLength={PASSWORD_LENGTH.max} value={value} onChange={(event) => onChange(event.target.value)} {...(hint ? { 'aria-describedby': hintId } : {})} className={FIELD} />
      {hint && <p id={hintId} className="mt-1 text-xs text-ink-soft">{hint}</p>}
    </div>
  );
}
