import { clsx } from 'clsx';
import { HoverCard } from 'radix-ui';
import { supportOfCitation, type Citation, type CitationSupport } from '#core/contract/ask.ts';
import { positionLabel, positionOf, type Locator } from '#core/contract/locator.ts';
import { floatClass } from '#ui/kit/floating-list.ts';
import { citationTexts as texts } from './texts/passages.ts';

/** A word joiner: with it, a mark stays on the line of the previous word. */
const NO_BREAK = '\u2060';

const CHIP =
  'relative mx-[0.15em] inline-flex h-[1.35em] min-w-[1.35em] -translate-y-[0.12em] items-center justify-center rounded-chip px-[0.35em] align-middle font-sans text-[0.72em] font-semibold tabular-nums ' +
  'transition-colors duration-(--quick) after:absolute after:-inset-x-1 after:-inset-y-1.5 hover:bg-accent hover:text-on-accent pointer-coarse:after:-inset-x-2 pointer-coarse:after:-inset-y-3';

const LOOKS: Readonly<Record<CitationSupport, string>> = {
  supported: 'bg-accent-soft text-accent-strong',
  partly: 'border border-dashed border-accent text-accent',
  unchecked: 'border border-dotted border-line-strong text-ink-soft',
};

/** `[1]`: hover or focus shows the passage, a click opens it in its source. */
export function CitationChip({
  citation,
  onGo,
}: {
  citation: Citation;
  onGo: (sourceId: string, locator: Locator) => void;
}) {
  const { mark, title, locator, source_id, anchor } = citation;
  const support = supportOfCitation(citation);
  const place = positionLabel(locator.medium, positionOf(locator));
  return (
    <HoverCard.Root openDelay={160} closeDelay={120}>
      <span className="whitespace-nowrap">
        {NO_BREAK}
        <HoverCard.Trigger asChild>
          <button
            type="button"
            onClick={() => onGo(source_id, locator)}
            aria-label={texts.label(mark, title, place, support)}
            className={clsx(CHIP, LOOKS[support])}
          >
            {mark}
          </button>
        </HoverCard.Trigger>
      </span>
      <HoverCard.Portal>
        <HoverCard.Content
          side="top"
          sideOffset={6}
          collisionPadding={12}
          className={floatClass('w-84 max-w-[calc(100vw-1.5rem)] p-3.5!')}
        >
          <p className="line-clamp-6 font-serif text-[0.9375rem] leading-relaxed">
            <mark className="box-decoration-clone">{locator.quote}</mark>
          </p>
          <p
            className={clsx(
              'mt-2 text-xs text-pretty',
              support === 'supported' ? 'text-ink-soft' : 'text-warn',
            )}
          >
            {texts.support[support]}
          </p>
          {anchor && (
            <p className="mt-2 text-xs text-pretty text-warn">
              {anchor.outcome === 'lost'
                ? texts.lost(anchor.version)
                : texts.changed(anchor.version, anchor.now)}
            </p>
          )}
          <p className="mt-2.5 flex items-baseline gap-2 text-xs text-ink-soft">
            <span className="truncate font-medium text-ink">{title}</span>
            <span className="shrink-0 tabular-nums">{place}</span>
          </p>
        </HoverCard.Content>
      </HoverCard.Portal>
    </HoverCard.Root>
  );
}
