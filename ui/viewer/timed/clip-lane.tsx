import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { placeLabel } from '#core/contract/locator.ts';
import { spanLabel } from '#core/editor/place-link.ts';
import { videoTexts as texts } from '#ui/texts/viewer-video.ts';
import { ClipPopover } from './clip-popover.tsx';
import { draggedSpan, LEAST_PX, pressedSpan, timeAt } from './drag-span.ts';
import type { Grip, Span } from './drag-span.ts';
import type { ClipActions, TimelineClip } from './timeline-clip.ts';
import { gripOf, useLaneDrag } from './use-lane-drag.ts';

interface ClipLaneProps {
  clips: readonly TimelineClip[];
  durationS: number;
  actions: ClipActions | undefined;
  onPlay: (span: Span) => void;
  /** what is under the hand, in words */
  onNote: (note: string | undefined) => void;
}

const STEP_S = 1;
const BIG_STEP_S = 10;
/** From the keyboard, an edge comes no nearer to the other. */
const LEAST_S = 1;

const titleOf = (clip: TimelineClip): string =>
  clip.heading || clip.quote.slice(0, 60) || texts.clip;

/** The clips of a source, where they are in it. One that was pressed plays, and can be changed. */
export function ClipLane({ clips, durationS, actions, onPlay, onNote }: ClipLaneProps) {
  const home = useRef<HTMLDivElement>(null);
  const lane = useRef<HTMLDivElement>(null);
  /** by its id; by its extent until it is there */
  const [chosen, setChosen] = useState<string | Span>();
  const [ghost, setGhost] = useState<Span>();
  const take = (span: Span) => {
    setGhost(undefined);
    setChosen(span);
    actions?.onTake(span);
  };
  const { draft, lane: hand } = useLaneDrag({
    clips,
    durationS,
    onTake: take,
    onChange: (id, span) => actions?.onMove(id, span),
  });

  const selected =
    typeof chosen === 'object'
      ? clips.find((it) => it.startS === chosen.startS && it.endS === chosen.endS)
      : clips.find((it) => it._id === chosen);
  if (typeof chosen === 'object' && selected) setChosen(selected._id);
  const making = draft?.span ?? ghost;
  const note = making && spanLabel('timed', making.startS, making.endS);
  useEffect(() => {
    onNote(note);
    return () => onNote(undefined);
  }, [note, onNote]);
  const share = (timeS: number) => `${Math.min(100, Math.max(0, (timeS / durationS) * 100))}%`;
  const extent = (it: Span) => ({
    left: `min(${share(it.startS)}, calc(100% - ${LEAST_PX}px))`,
    width: share(it.endS - it.startS),
    minWidth: LEAST_PX,
  });
  // The longer ones below, so that none is hidden; the one in hand on top.
  const drawn = [...clips].sort((a, b) => b.endS - b.startS - (a.endS - a.startS));

  const hover = (event: PointerEvent<HTMLElement>) => {
    const isEmpty =
      actions &&
      event.pointerType === 'mouse' &&
      event.buttons === 0 &&
      event.target instanceof Element &&
      !event.target.closest('[data-clip]');
    const span = isEmpty
      ? pressedSpan(
          timeAt(event.clientX, event.currentTarget.getBoundingClientRect(), durationS),
          durationS,
        )
      : undefined;
    setGhost(span);
  };
  const nudge = (clip: TimelineClip, grip: Grip) => (event: KeyboardEvent) => {
    if (!actions || event.ctrlKey || event.metaKey || event.altKey) return;
    const towards = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (towards !== undefined)
      actions.onMove(
        clip._id,
        draggedSpan(
          clip,
          grip,
          towards * (event.shiftKey ? BIG_STEP_S : STEP_S),
          durationS,
          LEAST_S,
        ),
      );
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(clip);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  const close = () => {
    const clip = lane.current?.querySelector<HTMLElement>('button[aria-pressed="true"]');
    // The focus is not lost with what it was in.
    if (home.current?.contains(document.activeElement)) clip?.focus();
    setChosen(undefined);
  };
  const remove = (clip: TimelineClip) => {
    setChosen(undefined);
    lane.current?.focus();
    actions?.onDelete(clip._id);
  };

  return (
    <div ref={home} className="relative">
      <div
        ref={lane}
        role="group"
        aria-label={texts.clips}
        tabIndex={-1}
        className={`relative h-5 touch-pan-y rounded-[4px] bg-sunken outline-none select-none pointer-coarse:h-11 ${actions ? 'cursor-copy' : ''}`}
        {...(actions && hand)}
        onPointerMove={(event) => {
          if (actions) hand.onPointerMove(event);
          hover(event);
        }}
        onPointerLeave={() => setGhost(undefined)}
      >
        {clips.length === 0 && actions && !draft && !ghost && (
          <p
            aria-hidden
            className="pointer-events-none absolute inset-0 grid place-items-center text-[11px] text-ink-faint"
          >
            {texts.makeClip}
          </p>
        )}
        {drawn.map((clip) => {
          const isSelected = clip._id === selected?._id;
          const at = draft?.clipId === clip._id ? draft.span : clip;
          return (
            <div
              key={clip._id}
              className={`absolute inset-y-0.5 ${isSelected ? 'z-10' : ''}`}
              style={extent(at)}
            >
              <button
                type="button"
                {...gripOf(clip._id, 'whole')}
                {...(!(isSelected && actions) && { 'data-grip': undefined })}
                aria-label={texts.clipAt(titleOf(clip), spanLabel('timed', clip.startS, clip.endS))}
                aria-pressed={isSelected}
                title={`${titleOf(clip)} · ${spanLabel('timed', clip.startS, clip.endS)}`}
                onClick={() => {
                  setChosen(clip._id);
                  onPlay(clip);
                }}
                onKeyDown={nudge(clip, 'whole')}
                className={`block size-full rounded-[3px] ring-1 ring-surface ${isSelected && actions ? 'cursor-grab active:cursor-grabbing' : 'opacity-85 hover:opacity-100'}`}
                style={{ backgroundColor: clip.color }}
              />
              {isSelected && actions && (
                <>
                  <Handle
                    clip={clip}
                    grip="start"
                    valueS={at.startS}
                    durationS={durationS}
                    onKeyDown={nudge(clip, 'start')}
                  />
                  <Handle
                    clip={clip}
                    grip="end"
                    valueS={at.endS}
                    durationS={durationS}
                    onKeyDown={nudge(clip, 'end')}
                  />
                </>
              )}
            </div>
          );
        })}
        {making && draft?.clipId === undefined && (
          <div
            aria-hidden
            className={`pointer-events-none absolute inset-y-0.5 rounded-[3px] border-2 ${draft ? 'border-mark bg-mark/50' : 'border-dashed border-line-field'}`}
            style={extent(making)}
          />
        )}
      </div>
      {selected && (
        <ClipPopover
          key={selected._id}
          clip={selected}
          title={titleOf(selected)}
          anchor={extent(selected)}
          hidden={draft !== undefined}
          actions={actions}
          onPlay={() => onPlay(selected)}
          onDelete={() => remove(selected)}
          onClose={close}
          lane={lane}
        />
      )}
    </div>
  );
}

function Handle({
  clip,
  grip,
  valueS,
  durationS,
  onKeyDown,
}: {
  clip: TimelineClip;
  grip: 'start' | 'end';
  valueS: number;
  durationS: number;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  return (
    <div
      {...gripOf(clip._id, grip)}
      role="slider"
      tabIndex={0}
      aria-label={grip === 'start' ? texts.startOfClip : texts.endOfClip}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.ceil(durationS)}
      aria-valuenow={Math.round(valueS)}
      aria-valuetext={placeLabel('timed', valueS)}
      onKeyDown={onKeyDown}
      className={`absolute -inset-y-1 w-3 touch-none cursor-ew-resize rounded-[3px] pointer-coarse:w-6 ${grip === 'start' ? '-left-2 pointer-coarse:-left-5' : '-right-2 pointer-coarse:-right-5'}`}
    >
      <span
        aria-hidden
        className={`absolute inset-y-0 w-1 rounded-full bg-ink ${grip === 'start' ? 'right-1' : 'left-1'}`}
      />
    </div>
  );
}
