import type { KeyboardEvent } from 'react';
import { positionLabel } from '#core/contract/locator.ts';
import { spanLabel } from '#core/editor/locator-link.ts';
import { videoTexts as texts } from './texts.ts';
import type { DragPart, Span } from './drag-span.ts';
import { laneExtent } from './lane-layout.ts';
import { clipTitle } from './timeline-clip.ts';
import type { TimelineClip } from './timeline-clip.ts';
import { gripOf } from './use-lane-drag.ts';

interface LaneClipProps {
  clip: TimelineClip;
  /** where it is drawn: at its position, or where it is dragged to */
  span: Span;
  durationS: number;
  isSelected: boolean;
  /** A selected clip that can be edited has a handle at each end. */
  isEditable: boolean;
  onSelect: () => void;
  onKeyDown: (grip: DragPart, event: KeyboardEvent) => void;
}

/** A clip on the clip lane. */
export function LaneClip({
  clip,
  span,
  durationS,
  isSelected,
  isEditable,
  onSelect,
  onKeyDown,
}: LaneClipProps) {
  const hasGrips = isSelected && isEditable;
  const title = clipTitle(clip);
  const label = spanLabel('timed', clip.startS, clip.endS);
  return (
    <div
      className={`absolute inset-y-0.5 ${isSelected ? 'z-10' : ''}`}
      style={laneExtent(span, durationS)}
    >
      <button
        type="button"
        {...gripOf(clip._id, 'whole')}
        {...(!hasGrips && { 'data-grip': undefined })}
        aria-label={texts.clipAt(title, label)}
        aria-pressed={isSelected}
        data-tooltip={`${title} · ${label}`}
        onClick={onSelect}
        onKeyDown={(event) => onKeyDown('whole', event)}
        className={`block size-full rounded-[3px] ring-1 ring-surface ${hasGrips ? 'cursor-grab active:cursor-grabbing' : 'opacity-85 hover:opacity-100'}`}
        style={{ backgroundColor: clip.color }}
      />
      {hasGrips && (
        <>
          <ClipEdge
            clip={clip}
            grip="start"
            valueS={span.startS}
            durationS={durationS}
            onKeyDown={(event) => onKeyDown('start', event)}
          />
          <ClipEdge
            clip={clip}
            grip="end"
            valueS={span.endS}
            durationS={durationS}
            onKeyDown={(event) => onKeyDown('end', event)}
          />
        </>
      )}
    </div>
  );
}

function ClipEdge({
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
      aria-label={grip === 'start' ? texts.clipStart : texts.clipEnd}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.ceil(durationS)}
      aria-valuenow={Math.round(valueS)}
      aria-valuetext={positionLabel('timed', valueS)}
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
