import type { Me } from '#core/contract/account.ts';
import { Upgrade } from '#ui/features/account/index.ts';
import { momentText } from '#ui/kit/format.ts';
import { planTexts as texts } from './texts/settings.ts';
import { SettingsCard } from './settings-card.tsx';

export function Plan({ me: { user, limits } }: { me: Me }) {
  const questionsLeft = limits.question_n_answers;
  return (
    <SettingsCard>
      <dl className="grid gap-4 text-sm sm:grid-cols-2">
        <div>
          <dt className="text-[0.8125rem] text-ink-soft">{texts.plan}</dt>
          <dd className="mt-0.5 text-base font-semibold">{texts.names[user.plan] ?? user.plan}</dd>
        </div>
        <div>
          <dt className="text-[0.8125rem] text-ink-soft">{texts.left}</dt>
          <dd className="mt-0.5 text-base font-semibold tabular-nums">
            {questionsLeft === null ? texts.unlimited : texts.leftText(questionsLeft)}
          </dd>
          {limits.reset_at && (
            <dd className="mt-0.5 text-[0.8125rem] text-ink-soft">
              {texts.reset(momentText(limits.reset_at))}
            </dd>
          )}
        </div>
      </dl>
      {questionsLeft !== null && (
        <div className="mt-4 flex flex-wrap items-center gap-3 border-t border-line pt-4">
          <p className="min-w-0 flex-1 basis-48 text-[0.8125rem] text-ink-soft text-pretty">
            {texts.upgradeText}
          </p>
          <Upgrade className="border border-line-strong">{texts.upgrade}</Upgrade>
        </div>
      )}
    </SettingsCard>
  );
}
