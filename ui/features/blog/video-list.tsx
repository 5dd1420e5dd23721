import type { Source } from '#core/contract/source.ts';
import { bylineOf, SourcePicture, stateOf, titleOf } from '#ui/features/sources/index.ts';
import { Spinner } from '#ui/kit/spinner.tsx';
import { ideaTexts as texts } from './texts.ts';

/** Readable videos open their ideas; the others say why they can't. */
export function VideoList({
  videos,
  disabled,
  onChoose,
}: {
  videos: readonly Source[];
  disabled: boolean;
  onChoose: (id: string) => void;
}) {
  if (videos.length === 0)
    return (
      <p className="rounded-card border border-dashed border-line-strong px-4 py-6 text-center text-sm text-ink-soft text-pretty">
        {texts.noSources}
      </p>
    );
  return (
    <ul aria-label={texts.sources} className="space-y-2">
      {videos.map((source) => {
        const { kind, label, tooltip } = stateOf(source);
        return (
          <li key={source._id}>
            <button
              type="button"
              disabled={disabled || kind !== 'ready'}
              data-tooltip={tooltip || undefined}
              onClick={() => onChoose(source._id)}
              className="flex w-full items-center gap-3 rounded-card border border-line bg-surface p-2.5 text-left hover:border-line-strong hover:bg-hover disabled:cursor-not-allowed disabled:opacity-60"
            >
              <SourcePicture source={source} className="h-14 w-24" />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 text-sm leading-snug font-medium">
                  {titleOf(source)}
                </span>
                <span className="mt-0.5 block truncate text-xs text-ink-soft">
                  {kind === 'ready' ? bylineOf(source) : label}
                </span>
              </span>
              {kind === 'processing' && <Spinner />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
