/** What the plan allows today, and where or from whom to get more. */
import { useMe } from '#ui/client/queries.ts';
import { buttonClass } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';

export function UpgradeDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { data: me } = useMe();
  const left = me?.limits.question_n_answers ?? 0;
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Upgrade your plan"
      description={left > 0 ? `${left} free ${left === 1 ? 'query is' : 'queries are'} left today. At midnight the count begins anew.` : 'Today’s free queries are used up. At midnight the count begins anew.'}>
      {me?.upgrade_url
        ? <a href={me.upgrade_url} target="_blank" rel="noopener noreferrer" className={buttonClass('primary', 'mt-2')}>See the plans</a>
        : <p className="mt-2 rounded-card bg-sunken px-4 py-3 text-sm text-pretty">Whoever runs this Gloss can give you a plan without a limit. Write to them{me ? <> and name your account, <strong className="font-semibold">{me.user.email}</strong></> : ''}.</p>}
      <p className="mt-3 text-sm text-ink-soft text-pretty">Everything else goes on as it is: your sources, clips and notes, search, and the answers you have.</p>
    </Sheet>
  );
}
