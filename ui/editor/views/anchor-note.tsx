import { Link } from 'react-router';
import type { AnchorMark } from '#core/contract/locator.ts';
import { clipTexts } from '../texts/ai-blocks.ts';

const texts = clipTexts.anchor;

/** Says that the source changed the clip's text or no longer has it. */
export function AnchorNote({
  anchor,
  sourceId,
  own,
}: {
  anchor: AnchorMark;
  sourceId: string;
  own: boolean;
}) {
  return (
    <p
      role="note"
      className="mt-2 rounded-control bg-warn-soft px-2.5 py-1.5 font-sans text-[0.8125rem] leading-snug text-pretty text-warn"
    >
      {anchor.outcome === 'changed' ? texts.changed(anchor.now) : texts.lost}
      {anchor.outcome === 'lost' && own && (
        <>
          {' '}
          <Link
            to={`/library/${sourceId}?version=${anchor.version}`}
            className="underline underline-offset-2"
          >
            {texts.earlierVersion}
          </Link>
        </>
      )}
    </p>
  );
}
