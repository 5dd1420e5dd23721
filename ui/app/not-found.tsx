import { Compass, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { messageOf } from '#ui/client/api.ts';
import { Blank } from '#ui/kit/blank.tsx';
import { Button, buttonClass } from '#ui/kit/button.tsx';

export function NotFound() {
  return (
    <Blank heading="h1" className="min-h-[60dvh]" icon={<Compass size={22} strokeWidth={1.6} aria-hidden />} title="There is nothing at this address" text="It may have been deleted, or the link is not whole.">
      <Link to="/" className={buttonClass('primary')}>To your threads</Link>
    </Blank>
  );
}

export function Failed({ error }: { error: unknown }) {
  return (
    <Blank heading="h1" className="min-h-dvh" icon={<TriangleAlert size={22} strokeWidth={1.6} aria-hidden />} title="This screen broke" text={`${messageOf(error)} Your notes and sources are safe on the server.`}>
      <Button look="primary" onClick={() => location.reload()}>Reload</Button>
      <Link to="/" reloadDocument className={buttonClass()}>To your threads</Link>
    </Blank>
  );
}
