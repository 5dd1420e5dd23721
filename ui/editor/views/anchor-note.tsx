import { Link } from 'react-router';
import type { AnchorMark } from '#core/contract/locator.ts';

/** What has become of a clip's words since it was taken. */
export function AnchorNote({ anchor, sourceId, own }: { anchor: AnchorMark; sourceId: string; own: boolean }) {
  return (
    <p role="note" className="mt-2 rounded-control bg-warn-soft px-2.5 py-1.5 font-sans text-[0.8125rem] leading-snug text-pretty text-warn">
      {anchor.outcome === 'changed' ? <>The source now reads: <span className="text-ink">“{anchor.now}”</span></> : 'These words are no longer in the source.'}
      {anchor.outcome === 'lost' && own && <> <Link to={`/library/${sourceId}?version=${anchor.version}`} className="underline underline-offset-2">See it as it was</Link></>}
    </p>
  );
}
