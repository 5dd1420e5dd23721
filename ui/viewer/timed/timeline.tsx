import { useSyncExternalStore } from 'react';
import { placeLabel } from '#core/contract/locator.ts';
import { useDragSpan } from './drag-span.ts';
import type { Span } from './drag-span.ts';
import type { PlayClock } from './player.ts';
import { lastAtOrBefore } from './transcript-index.ts';

export interface Chapter { start: number; end: number; title: string }

/** The chapters in their lengths, over the clips that were taken; a press plays from there, a pull takes a clip. */
export function Timeline({ clock, knownDurationS, chapters, clipped, onSeek, onClip }: {
  clock: PlayClock; knownDurationS: number; chapters: readonly Chapter[]; clipped: readonly Span[];
  onSeek: (timeS: number) => void; onClip: (span: Span) => void;
}) {
  const sorted = [...chapters].sort((a, b) => a.start - b.start);
  const starts = sorted.map((it) => it.start);
  const current = useSyncExternalStore(clock.subscribe, () => lastAtOrBefore(starts, clock.nowS()));
  const nowS = useSyncExternalStore(clock.subscribe, () => Math.floor(clock.nowS()));
  const playedDurationS = useSyncExternalStore(clock.subscribe, () => clock.player?.durationS() ?? 0);
  const durationS = knownDurationS > 0 ? knownDurationS : playedDurationS;
  const { span, bar } = useDragSpan(durationS, onClip);
  if (durationS <= 0) return null;
  const share = (timeS: number) => `${Math.min(100, Math.max(0, (timeS / durationS) * 100))}%`;
  const place = (it: Span) => ({ left: share(it.startS), width: share(it.endS - it.startS) });
  const note = span ? `${placeLabel('timed', span.startS)} – ${placeLabel('timed', span.endS)}` : sorted[current]?.title ?? 'Drag to clip';
  return (
    <div className="flex items-center gap-3 border-t border-line bg-surface px-3 py-1.5">
      <div className="relative h-6 min-w-0 flex-1 cursor-crosshair touch-pan-y select-none" title="Drag to clip a part" {...bar}>
        <div aria-hidden className="absolute inset-x-0 top-2.5 h-1 rounded-full bg-pressed" />
        {sorted.length > 0 && (
          <ol aria-label="Chapters">
            {sorted.map((chapter, at) => (
              <li key={chapter.start} className="absolute inset-y-0" style={place({ startS: chapter.start, endS: sorted[at + 1]?.start ?? durationS })}>
                <button
                  type="button" aria-label={`${chapter.title}, ${placeLabel('timed', chapter.start)}`} title={`${chapter.title} · ${placeLabel('timed', chapter.start)}`}
                  aria-current={at === current ? 'true' : undefined} onClick={() => onSeek(chapter.start)}
                  className="group grid size-full items-center pr-0.5"
                >
                  <span className={`h-1 rounded-full group-hover:h-2 ${at === current ? 'bg-accent' : 'bg-line-field/70'}`} />
                </button>
              </li>
            ))}
          </ol>
        )}
        {clipped.map((clip, at) => <div key={at} aria-hidden className="pointer-events-none absolute top-1.5 h-3 min-w-[3px] rounded-[2px] bg-mark" style={place(clip)} />)}
        {span && <div aria-hidden className="pointer-events-none absolute top-0.5 h-5 rounded-[3px] border-2 border-mark bg-mark/50" style={place(span)} />}
        <div aria-hidden className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 rounded-full bg-ink" style={{ left: share(nowS) }} />
      </div>
      <p className="w-[clamp(88px,26%,220px)] truncate text-right text-[12px] tabular-nums text-ink-soft">{note}</p>
    </div>
  );
}
