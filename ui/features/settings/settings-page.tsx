/** Settings, one section at a time: next to their list on wide screens, behind it on phones. */
import { clsx } from 'clsx';
import { ArrowLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import type { Me } from '#core/contract/account.ts';
import { messageOf } from '#ui/client/api.ts';
import { useMe } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { useMedia } from '#ui/kit/media-queries.ts';
import { settingsTexts as texts } from './texts/settings.ts';
import { Appearance } from './appearance.tsx';
import { Assistant } from './assistant.tsx';
import { SignOutSection } from './sign-out-section.tsx';
import { Plan } from './plan.tsx';
import { Profile } from './profile.tsx';
import { SECTIONS, sectionOf, type SectionName } from './sections.ts';
import { ServerHealth } from './server-health.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Tokens } from './tokens.tsx';
import { YourData } from './your-data.tsx';

const WIDE = '(min-width: 768px)';

export function SettingsPage() {
  const named = sectionOf(useParams()['section']);
  const wide = useMedia(WIDE);
  const shown = named ?? (wide ? 'profile' : undefined);
  useEffect(() => {
    document.title = texts.page(shown && texts.sections[shown]);
  }, [shown]);
  return (
    <div className="max-w-5xl">
      {(wide || !shown) && (
        <h1 className="text-[1.625rem] leading-tight font-semibold tracking-tight">
          {texts.title}
        </h1>
      )}
      <div className="gap-10 md:mt-7 md:grid md:grid-cols-[14rem_minmax(0,1fr)]">
        {(wide || !shown) && <Sections shown={wide ? shown : undefined} />}
        {shown && <Section key={shown} name={shown} back={!wide} />}
      </div>
    </div>
  );
}

function Sections({ shown }: { shown: SectionName | undefined }) {
  return (
    <nav aria-label={texts.nav} className="max-md:mt-5">
      <ul className="max-md:divide-y max-md:divide-line max-md:overflow-hidden max-md:rounded-card max-md:border max-md:border-line max-md:bg-surface md:sticky md:top-20 md:space-y-0.5">
        {SECTIONS.map(({ name, Icon }) => (
          <li key={name}>
            <Link
              to={`/settings/${name}`}
              aria-current={name === shown ? 'page' : undefined}
              className={clsx(
                'flex min-h-target items-center gap-3 text-sm font-medium transition-colors duration-(--quick) max-md:px-4 max-md:py-2.5 max-md:-outline-offset-2 md:rounded-control md:px-2.5',
                name === shown
                  ? 'bg-hover text-ink'
                  : 'text-ink-soft hover:bg-hover hover:text-ink',
              )}
            >
              <Icon size={17} strokeWidth={1.8} aria-hidden className="shrink-0 text-ink-faint" />
              <span className="min-w-0 flex-1">
                <span className="block max-md:text-ink">{texts.sections[name]}</span>
                <span className="block truncate text-xs font-normal text-ink-soft md:hidden">
                  {texts.about[name]}
                </span>
              </span>
              <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-faint md:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const OF_MACHINE = { appearance: Appearance, keys: Shortcuts, server: ServerHealth } as const;
const OF_ACCOUNT = {
  profile: Profile,
  plan: Plan,
  assistant: Assistant,
  tokens: Tokens,
  data: YourData,
  leave: SignOutSection,
} as const satisfies Record<string, (props: { me: Me }) => React.ReactNode>;

function Section({ name, back }: { name: SectionName; back: boolean }) {
  const { data: me, error, refetch } = useMe();
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus, so that screen readers announce the new section.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  const Machine = name in OF_MACHINE ? OF_MACHINE[name as keyof typeof OF_MACHINE] : undefined;
  const Account = name in OF_ACCOUNT ? OF_ACCOUNT[name as keyof typeof OF_ACCOUNT] : undefined;
  return (
    <div className="min-w-0 pb-6 max-md:-mt-3">
      {back && (
        <Link
          to="/settings"
          className="-ml-1 mb-3 inline-flex min-h-target items-center gap-1.5 rounded-control px-1 text-sm text-ink-soft"
        >
          <ArrowLeft size={16} aria-hidden />
          {texts.back}
        </Link>
      )}
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-lg font-semibold outline-none">
        {texts.sections[name]}
      </h2>
      <div className="space-y-4">
        {Machine && <Machine />}
        {Account && me && <Account me={me} />}
        {Account && !me && !error && (
          <>
            <Skeleton className="h-44 rounded-card!" />
            <Skeleton className="h-28 rounded-card!" />
          </>
        )}
        {Account && !me && error && (
          <EmptyState title={texts.failed} text={messageOf(error)}>
            <Button onClick={() => void refetch()}>{texts.retry}</Button>
          </EmptyState>
        )}
      </div>
    </div>
  );
}
