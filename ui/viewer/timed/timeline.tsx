import { useSyncExternalStore } from 'react';
import { placeLabel } from '#core/contract/locator.ts';
import type { PlayClock } from './player.ts';
import { lastAtOrBefore } from './transcript-index.ts';

export interface Chapter { start: number; end: number; title: string }

/** The chapters in their lengths, over the clips that were taken; a press plays from there. */
export function Timeline({ clock, durationS, chapters, clipped, onSeek }: {
  clock: PlayClock; durationS: number; chapters: readonly Chapter[]; clipped: readonly { startS: number; endS: number }[]; onSeek: (timeS: number) => void;
}) {
  const sorted = [...chapters].sort((a, b) => a.start - b.start);
  const starts = sorted.map((it) => it.start);
  const current = useSyncExternalStore(clock.subscribe, () => lastAtOrBefore(starts, clock.nowS()));
  if (durationS <= 0 || (sorted.length === 0 && clipped.length === 0)) return null;
  const share = (timeS: number) => `${Math.min(100, Math.max(0, (timeS / durationS) * 100))}%`;
  return (
    <div className="flex items-center gap-3 border-t border-line bg-surface px-3 py-1.5">
      <div className="relative h-6 min-w-0 flex-1">
        <div aria-hidden className="absolute inset-x-0 top-2.5 h-1 rounded-full bg-pressed" />
        {clipped.map((clip, place) => (
          <div key={place} aria-hidden className="absolute top-1 h-4 min-w-[3px] rounded-[2px] bg-mark" style={{ left: share(clip.startS), width: share(clip.endS - clip.startS) }} />
        ))}
        {sorted.length > 0 && (
          <ol aria-label="Chapters">
            {sorted.map((chapter, place) => (
              <li key={chapter.start} className="absolute inset-y-0" style={{ left: share(chapter.start), width: share((sorted[place + 1]?.start ?? durationS) - chapter.start) }}>
                <button
                  type="button" aria-label={`${chapter.title}, ${placeLabel('timed', chapter.start)}`} title={`${chapter.title} · ${placeLabel('timed', chapter.start)}`}
                  aria-current={place === current ? 'true' : undefined} onClick={() => onSeek(chapter.start)}
                  className="group grid size-full items-center pr-0.5"
                >
                  <span className={`h-1 rounded-full group-hover:h-2 ${place === current ? 'bg-accent' : 'bg-line-field/70'}`} />
                </button>
              </li>
            ))}
          </ol>
        )}
      </div>
      {sorted[current] && <p className="max-w-[38%] truncate text-[12px] text-ink-soft">{sorted[current].title}</p>}
    </div>
  );
}
