import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleMinus, RefreshCw } from 'lucide-react';
import { COMPONENTS, type ComponentHealth } from '#core/contract/health.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { serverTexts as texts } from './texts/settings.ts';
import { SettingsCard } from './settings-card.tsx';

const MARKS = {
  ok: { Icon: CircleCheck, tone: 'text-accent' },
  missing: { Icon: CircleMinus, tone: 'text-ink-soft' },
  failed: { Icon: CircleAlert, tone: 'text-danger' },
} satisfies Record<ComponentHealth['status'], unknown>;

export function ServerHealth() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.health,
    queryFn: ({ signal }) => accountApi.health(signal),
  });
  const checkAgain = (
    <Button disabled={isFetching} onClick={() => void refetch()}>
      <RefreshCw size={15} aria-hidden className={isFetching ? 'motion-safe:animate-spin' : ''} />
      {isFetching ? texts.looking : texts.again}
    </Button>
  );
  if (error && !data)
    return (
      <EmptyState title={texts.failed} text={messageOf(error)}>
        {checkAgain}
      </EmptyState>
    );
  if (!data) return <Skeleton className="h-96 rounded-card!" />;
  return (
    <SettingsCard>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-sm">
          <span className="block font-semibold">
            {data.status === 'ok' ? texts.all : texts.broken}
          </span>
          <span className="text-[0.8125rem] text-ink-soft">
            {texts.version} {data.version}
          </span>
        </p>
        {checkAgain}
      </div>
      <ul
        aria-label={texts.parts}
        className="mt-4 divide-y divide-line border-t border-line text-sm"
      >
        {COMPONENTS.map((name) => {
          const it = data.components[name];
          const { Icon, tone } = MARKS[it.status];
          return (
            <li key={name} className="flex gap-3 py-3">
              <Icon size={17} aria-hidden className={`mt-px shrink-0 ${tone}`} />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <span className="font-medium">{texts.names[name]}</span>
                  <span className={`text-[0.8125rem] ${tone}`}>{texts.statuses[it.status]}</span>
                </p>
                <p className="mt-0.5 text-[0.8125rem] text-ink-soft wrap-anywhere">{it.detail}</p>
                {it.mend && (
                  <p className="mt-0.5 text-[0.8125rem] text-pretty wrap-anywhere">{it.mend}</p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </SettingsCard>
  );
}
