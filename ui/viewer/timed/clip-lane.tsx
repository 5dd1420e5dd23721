import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { videoTexts as texts } from './texts.ts';
import { ClipPopover } from './clip-popover.tsx';
import { pressedSpan, timeAt } from './drag-span.ts';
import type { DragPart, Span } from './drag-span.ts';
import { LaneClip } from './lane-clip.tsx';
import { laneExtent, longestFirst, nudgedSpan } from './lane-layout.ts';
import { clipTitle } from './timeline-clip.ts';
import type { ClipActions, TimelineClip } from './timeline-clip.ts';
import { useLaneDrag } from './use-lane-drag.ts';

interface ClipLaneProps {
  clips: readonly TimelineClip[];
  durationS: number;
  actions: ClipActions | undefined;
  onPlay: (span: Span) => void;
  /** Called with the clip that a drag or press would create; undefined if there is none. */
  onMaking: (span: Span | undefined) => void;
}

/** The selected clip. A new clip is identified by its span until it arrives with its id. */
function useChosenClip(clips: readonly TimelineClip[]) {
  const [chosen, setChosen] = useState<string | Span>();
  const selected =
    typeof chosen === 'object'
      ? clips.find((it) => it.startS === chosen.startS && it.endS === chosen.endS)
      : clips.find((it) => it._id === chosen);
  if (typeof chosen === 'object' && selected) setChosen(selected._id);
  return { selected, setChosen };
}

/**
 * Preview of the clip that a press would create, while a mouse hovers over an empty part of the
 * lane.
 */
function hoveredSpan(event: PointerEvent<HTMLElement>, durationS: number): Span | undefined {
  const isOverEmptyLane =
    event.pointerType === 'mouse' &&
    event.buttons === 0 &&
    event.target instanceof Element &&
    !event.target.closest('[data-clip]');
  if (!isOverEmptyLane) return undefined;
  const bar = event.currentTarget.getBoundingClientRect();
  return pressedSpan(timeAt(event.clientX, bar, durationS), durationS);
}

/** Shows the clips of a source on its timeline. A selected clip plays and can be changed. */
export function ClipLane({ clips, durationS, actions, onPlay, onMaking }: ClipLaneProps) {
  const home = useRef<HTMLDivElement>(null);
  const lane = useRef<HTMLDivElement>(null);
  const { selected, setChosen } = useChosenClip(clips);
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

  const making = draft?.span ?? ghost;
  const { startS, endS } = making ?? {};
  useEffect(() => {
    onMaking(startS === undefined || endS === undefined ? undefined : { startS, endS });
    return () => onMaking(undefined);
  }, [startS, endS, onMaking]);
  const pressClipKey = (clip: TimelineClip, grip: DragPart, event: KeyboardEvent) => {
    if (!actions || event.ctrlKey || event.metaKey || event.altKey) return;
    const nudged = nudgedSpan(clip, grip, { key: event.key, big: event.shiftKey }, durationS);
    if (nudged) actions.onMove(clip._id, nudged);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(clip);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  const close = () => {
    const clip = lane.current?.querySelector<HTMLElement>('button[aria-pressed="true"]');
    // Keeps the focus when the focused element is removed.
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
          setGhost(actions && hoveredSpan(event, durationS));
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
        {longestFirst(clips).map((clip) => (
          <LaneClip
            key={clip._id}
            clip={clip}
            span={draft?.clipId === clip._id ? draft.span : clip}
            durationS={durationS}
            isSelected={clip._id === selected?._id}
            isEditable={actions !== undefined}
            onSelect={() => {
              setChosen(clip._id);
              onPlay(clip);
            }}
            onKeyDown={(grip, event) => pressClipKey(clip, grip, event)}
          />
        ))}
        {making && draft?.clipId === undefined && (
          <div
            aria-hidden
            className={`pointer-events-none absolute inset-y-0.5 rounded-[3px] border-2 ${draft ? 'border-mark bg-mark/50' : 'border-dashed border-line-field'}`}
            style={laneExtent(making, durationS)}
          />
        )}
      </div>
      {selected && (
        <ClipPopover
          key={selected._id}
          clip={selected}
          title={clipTitle(selected)}
          anchor={laneExtent(selected, durationS)}
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
