/** The layout of the account pages. */
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '#ui/kit/logo.tsx';
import { frameTexts } from './texts/account.ts';

interface FrameProps {
  /** title of the window */
  page: string;
  heading: string;
  text?: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
}

export function AccountFrame({ page, heading, text, children, foot }: FrameProps) {
  useEffect(() => {
    document.title = frameTexts.title(page);
  }, [page]);
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <div className="w-full max-w-100">
        <Logo className="size-11!" />
        <h1 className="mt-6 text-2xl font-semibold tracking-tight">{heading}</h1>
        {text && <p className="mt-2.5 text-ink-soft text-pretty wrap-anywhere">{text}</p>}
        {children && <div className="mt-6">{children}</div>}
        {foot && (
          <p className="mt-6 flex min-h-target flex-wrap items-center gap-x-2 border-t border-line pt-4 text-sm text-ink-soft">
            {foot}
          </p>
        )}
      </div>
    </main>
  );
}

export const PageLink = ({
  to,
  state,
  beside = false,
  children,
}: {
  to: string;
  state?: unknown;
  /** opens in a new tab */
  beside?: boolean;
  children: ReactNode;
}) => (
  <Link
    to={to}
    state={state}
    {...(beside && { target: '_blank', rel: 'noopener' })}
    className="inline-flex min-h-target items-center rounded-control font-medium text-accent underline decoration-1 underline-offset-3 hover:text-accent-strong"
  >
    {children}
  </Link>
);
