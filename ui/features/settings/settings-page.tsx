import { Check, Minus } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { messageOf } from '#ui/client/api.ts';
import { useMe } from '#ui/client/queries.ts';
import { Blank, Skeleton } from '#ui/kit/blank.tsx';
import { Segments } from '#ui/kit/segments.tsx';
import { setTheme, useTheme, type Theme } from '#ui/kit/theme.ts';

const THEMES: readonly { value: Theme; label: string }[] = [{ value: 'system', label: 'System' }, { value: 'light', label: 'Light' }, { value: 'dark', label: 'Dark' }];

export function SettingsPage() {
  const { data: me, isPending, error } = useMe();
  const theme = useTheme();
  useEffect(() => { document.title = 'Settings · Gloss'; }, []);
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="text-[1.625rem] leading-tight font-semibold tracking-tight">Settings</h1>
      <Part title="Appearance" text="Kept in this browser.">
        <Segments label="Theme" options={THEMES} value={theme} onChange={(next) => setTheme(THEMES.find((it) => it.value === next)?.value ?? 'system')} />
      </Part>
      {isPending && <Skeleton className="mt-8 h-40" />}
      {error && <Blank title="Your account could not be read" text={messageOf(error)} />}
      {me && (
        <>
          <Part title="Account" text={me.limits.question_n_answers === null ? 'Questions are not limited.' : `${me.limits.question_n_answers} questions left today.`}>
            <p className="text-sm font-medium">{me.user.name}</p>
            <p className="text-sm text-ink-soft">{me.user.email}</p>
          </Part>
          <Part title="Assistant" text={me.capabilities.offline
            ? 'No model provider is set. Questions are answered by the offline assistant: it selects and arranges your sources’ own sentences. Set OPENAI_API_KEY or OPENAI_BASE_URL and start Gloss again to use a model.'
            : 'The models of your provider. Choose one beside the question you ask.'}>
            <ul className="divide-y divide-line rounded-card border border-line bg-surface text-sm">
              {me.capabilities.models.filter((it) => !it.hidden).map((it) => <Fact key={it.id} label={it.name} on={it.available} />)}
            </ul>
          </Part>
        </>
      )}
    </div>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="mt-8 grid gap-x-10 gap-y-4 border-t border-line pt-7 sm:grid-cols-[14rem_1fr]">
      <div>
        <h2 className="text-[0.9375rem] font-semibold">{title}</h2>
        <p className="mt-1 text-[0.8125rem] text-ink-soft text-pretty">{text}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

function Fact({ label, on }: { label: string; on: boolean }) {
  return (
    <li className="flex min-h-11 items-center gap-3 px-3.5 py-2">
      <span className="flex-1">{label}</span>
      <span className={on ? 'flex items-center gap-1.5 text-accent' : 'flex items-center gap-1.5 text-ink-faint'}>{on ? <Check size={15} aria-hidden /> : <Minus size={15} aria-hidden />}{on ? 'Ready' : 'Not set up'}</span>
    </li>
  );
}
