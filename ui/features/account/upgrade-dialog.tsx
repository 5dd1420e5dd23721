/** What the plan allows today, and how to get more. */
import { useMe } from '#ui/client/queries.ts';
import { buttonClass } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { upgradeTexts as texts } from './texts/pages.ts';

export function UpgradeDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { data: me } = useMe();
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      description={texts.left(me?.limits.question_n_answers ?? 0, me?.limits.reset_at ?? null)}
    >
      {me?.upgrade_url ? (
        <a
          href={me.upgrade_url}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('primary', 'mt-2')}
        >
          {texts.plans}
        </a>
      ) : (
        <p className="mt-2 rounded-card bg-sunken px-4 py-3 text-sm text-pretty wrap-anywhere">
          {texts.ask} {me && texts.askAs(me.user.email)}
        </p>
      )}
      <p className="mt-3 text-sm text-ink-soft text-pretty">{texts.rest}</p>
    </Sheet>
  );
}
