import { Compass, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { messageOf } from '#ui/client/api.ts';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { frameTexts as texts } from './texts.ts';

export function NotFound() {
  return (
    <EmptyState
      heading="h1"
      className="min-h-[60dvh]"
      icon={<Compass size={22} strokeWidth={1.6} aria-hidden />}
      title={texts.nothing}
      text={texts.nothingText}
    >
      <Link to="/" className={buttonClass('primary')}>
        {texts.toThreads}
      </Link>
    </EmptyState>
  );
}

export function Failed({ error }: { error: unknown }) {
  return (
    <EmptyState
      heading="h1"
      className="min-h-dvh"
      icon={<TriangleAlert size={22} strokeWidth={1.6} aria-hidden />}
      title={texts.broke}
      text={texts.brokeText(messageOf(error))}
    >
      <Button look="primary" onClick={() => location.reload()}>
        {texts.reload}
      </Button>
      <Link to="/" reloadDocument className={buttonClass()}>
        {texts.toThreads}
      </Link>
    </EmptyState>
  );
}
