import { type ReactNodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { ChevronDown, Pause, Play } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { clip } from '#core/editor/blocks/clip/block.ts';
import { spanLabel } from '#core/editor/locator-link.ts';
import { track } from '#ui/client/track.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { nowPlaying } from '#ui/kit/now-playing.ts';
import { playLabel } from '#ui/kit/play-label.ts';
import { WINDOW_ID } from '#ui/kit/window-id.ts';
import { clipTexts as texts } from '../texts/ai-blocks.ts';
import { ClipText } from '../ask-ai/clip-text.tsx';
import { useEditorHost } from '../editor-host.ts';
import { AnchorNote } from './anchor-note.tsx';
import { BlockField } from './block-field.tsx';
import { ClipOptions } from './clip-options.tsx';
import { ClipRange } from './clip-range.tsx';
import { durationText, type Span } from './clip-time.ts';
import { useAskAi } from './clip-tools.tsx';
import { deleteClip } from './delete-block.ts';
import { MomentClip } from './moment-clip.tsx';
import { useFold } from './use-fold.ts';
import { useHeading } from './use-heading.ts';

export const ClipView = (view: ReactNodeViewProps) =>
  clip.read(view.node.attrs).clip_type === 'moment' ? (
    <MomentClip {...view} />
  ) : (
    <ClipCard {...view} />
  );

function ClipCard(view: ReactNodeViewProps) {
  const it = clip.read(view.node.attrs);
  const { readOnly, sourceOf, linkTo, wordsBetween } = useEditorHost();
  const [shrunk, turn] = useFold(it.shrink, (shrink) => view.updateAttributes({ shrink }));
  const [editing, setEditing] = useState(false);
  const [ranging, setRanging] = useState(false);
  const naming = useHeading(view.editor, it, editing);
  const [place] = clip.locators(it);
  const { ask, button, panel } = useAskAi(view, it.clip_text, place);
  const source = place && sourceOf?.(place.sourceId);
  const ghost = it.clip_type === 'ghost';
  const setSpan = (span: Span) => {
    view.updateAttributes({ ...span, anchor: null });
    void wordsBetween?.(it.source_id, span.start, span.end).then((words) => {
      if (words !== '') view.updateAttributes({ clip_text: words });
    });
  };
  return (
    <NodeViewWrapper
      as="figure"
      aria-label={ghost ? texts.ghost : texts.clip}
      data-drag-handle
      className={`note-block group ${view.selected ? 'is-selected' : ''}`}
    >
      <div
        className={`flex items-start gap-3 rounded-card border py-2.5 pr-2 pl-3 ${ghost ? 'border-dashed border-line-strong bg-transparent' : 'border-line bg-surface shadow-low'}`}
      >
        <span
          aria-hidden
          className={`mt-0.5 w-1 shrink-0 self-stretch rounded-full ${ghost ? 'opacity-50' : ''}`}
          style={{ backgroundColor: it.color }}
        />
        <div className="min-w-0 flex-1">
          <div className="flex items-start gap-1">
            <Heading
              heading={it.clip_heading || (ghost ? texts.ghost : '')}
              naming={naming}
              editing={editing}
              readOnly={readOnly || ghost}
              onEdit={setEditing}
              onWrite={(clip_heading) => view.updateAttributes({ clip_heading })}
            />
            <div contentEditable={false} className="-mt-0.5 flex shrink-0">
              {(!readOnly || linkTo) && (
                <ClipOptions
                  color={it.color}
                  onColor={readOnly ? undefined : (color) => view.updateAttributes({ color })}
                  shrink={shrunk}
                  onShrink={turn}
                  onRange={readOnly ? undefined : () => setRanging(true)}
                  link={place && linkTo?.(place.sourceId, place.locator)}
                  onDelete={readOnly ? undefined : () => deleteClip(view)}
                />
              )}
              <IconButton
                label={shrunk ? texts.expand : texts.shrink}
                aria-expanded={!shrunk}
                onClick={turn}
                className="size-8! pointer-coarse:size-11!"
              >
                <ChevronDown
                  size={16}
                  aria-hidden
                  className={`transition-transform duration-(--quick) ${shrunk ? '' : 'rotate-180'}`}
                />
              </IconButton>
            </div>
          </div>
          {it.clip_text !== '' && (
            <div className="mt-1">
              <ClipText
                text={it.clip_text}
                place={place}
                onAsk={ask}
                className={shrunk ? 'line-clamp-2' : ''}
              />
            </div>
          )}
          {!shrunk && <KeyPoints points={it.keypoints} />}
          {place?.anchor && (
            <AnchorNote anchor={place.anchor} sourceId={place.sourceId} own={!readOnly} />
          )}
          <figcaption
            contentEditable={false}
            className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 font-sans text-[0.8125rem] text-ink-soft"
          >
            <ClipRange
              span={it}
              duration={source?.duration}
              color={it.color}
              open={ranging}
              onOpenChange={setRanging}
              onSet={setSpan}
              trigger={
                <span>
                  <PlayClip view={view} />
                </span>
              }
            />
            <span className="whitespace-nowrap tabular-nums">{durationText(it)}</span>
            {source && (
              <span className="min-w-0 truncate" title={source.title}>
                {source.byline}
              </span>
            )}
            <span className="ml-auto flex shrink-0 items-center">
              {ghost && !readOnly && <SuggestionButtons view={view} />}
              {button}
            </span>
          </figcaption>
          {panel}
        </div>
      </div>
    </NodeViewWrapper>
  );
}

const KeyPoints = ({ points }: { points: readonly string[] }) =>
  points.length > 0 && (
    <ul
      contentEditable={false}
      aria-label={texts.keyPoints}
      className="mt-1.5 list-disc pl-5 font-sans text-[0.875rem] leading-normal text-ink-soft"
    >
      {points.map((point) => (
        <li key={point} dir="auto" className="wrap-anywhere">
          {point}
        </li>
      ))}
    </ul>
  );

/** Keeps or dismisses a suggested clip. */
function SuggestionButtons({ view }: { view: ReactNodeViewProps }) {
  const look = 'min-h-8! px-2! text-[0.8125rem]!';
  const keep = () => view.updateAttributes({ clip_type: 'manual', generatingBy: WINDOW_ID });
  return (
    <>
      <Button look="quiet" onClick={keep} className={look}>
        {texts.keep}
      </Button>
      <Button look="quiet" onClick={view.deleteNode} className={look}>
        {texts.dismiss}
      </Button>
    </>
  );
}

/** Plays to the clip's end and stops there. */
function PlayClip({ view }: { view: ReactNodeViewProps }) {
  const { onGo } = useEditorHost();
  const it = clip.read(view.node.attrs);
  const [place] = clip.locators(it);
  const playing = useSyncExternalStore(nowPlaying.subscribe, nowPlaying.get);
  const mine = playing?.startS === it.start && playing.endS === it.end;
  const span = spanLabel('timed', it.start, it.end);
  return (
    <button
      type="button"
      disabled={!place}
      aria-pressed={mine}
      onClick={() => {
        if (mine) playing.pause();
        else if (place) {
          track('clip_play', {});
          onGo(place.sourceId, place.locator);
        }
      }}
      className="inline-flex min-h-7 items-center gap-1.5 rounded-full bg-accent-soft px-2.5 font-medium text-accent-strong tabular-nums transition-colors duration-(--quick) hover:bg-accent hover:text-on-accent disabled:opacity-50 pointer-coarse:min-h-11"
    >
      {mine ? (
        <Pause size={13} aria-hidden fill="currentColor" strokeWidth={0} />
      ) : (
        <Play size={13} aria-hidden fill="currentColor" />
      )}
      {playLabel({ startS: it.start, endS: it.end })}{' '}
      <span className="font-normal opacity-80">{span}</span>
    </button>
  );
}

interface HeadingProps {
  heading: string;
  naming: boolean;
  editing: boolean;
  readOnly: boolean;
  onEdit: (editing: boolean) => void;
  onWrite: (heading: string) => void;
}

function Heading({ heading, naming, editing, readOnly, onEdit, onWrite }: HeadingProps): ReactNode {
  const look = 'font-sans text-[0.9375rem] leading-snug font-semibold';
  if (editing && !readOnly) {
    return (
      <div contentEditable={false} className="min-w-0 flex-1 py-1">
        <BlockField
          label={texts.heading}
          placeholder={texts.heading}
          value={heading}
          readOnly={false}
          autoFocus
          onWrite={onWrite}
          onBlur={() => onEdit(false)}
          className={look}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'Escape') {
              event.preventDefault();
              onEdit(false);
            }
          }}
        />
      </div>
    );
  }
  if (readOnly)
    return (
      <p dir="auto" className={`min-w-0 flex-1 py-1 wrap-anywhere ${look}`}>
        {heading}
      </p>
    );
  return (
    <button
      type="button"
      data-tooltip={texts.editHeading}
      aria-label={heading === '' ? texts.editHeading : undefined}
      onClick={() => onEdit(true)}
      className={`min-w-0 flex-1 rounded-control py-1 text-left wrap-anywhere hover:text-accent-strong ${look}`}
    >
      {heading !== '' ? (
        heading
      ) : (
        <span
          className={`text-ink-faint ${naming ? 'animate-pulse motion-reduce:animate-none' : ''}`}
        >
          {naming ? texts.naming : texts.heading}
        </span>
      )}
    </button>
  );
}
