import { useCallback, useEffect, useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import { draggedSpan, LEAST_PX, pressedSpan, draggedRange, timeAt } from './drag-span.ts';
import type { DragPart, Span } from './drag-span.ts';

interface LaneClip extends Span {
  _id: string;
}
/** The result of a drag: a new clip, or a new span of an existing one. */
export interface Draft {
  clipId: string | undefined;
  span: Span;
}

/** Hands tremble; a smaller movement is not a drag of a clip. */
const TREMBLE_PX = 4;

/** `pulled`: it was a drag; known immediately, even if its result is not drawn yet. */
interface Held {
  fromPx: number;
  clip: LaneClip | undefined;
  grip: DragPart;
  pulled: boolean;
}

/** On elements in the lane: the clip, and the part of it that is dragged. */
export const gripOf = (clipId: string, grip: DragPart) => ({
  'data-clip': clipId,
  'data-grip': grip,
});

const GRIPS: readonly string[] = ['start', 'end', 'whole'] satisfies DragPart[];
const isGrip = (value: string | undefined): value is DragPart =>
  value !== undefined && GRIPS.includes(value);

interface LaneDrag {
  clips: readonly LaneClip[];
  durationS: number;
  onTake: (span: Span) => void;
  onChange: (clipId: string, span: Span) => void;
}

/**
 * Dragging over the empty lane creates a clip, a press there one of ten seconds; dragging a handle
 * changes its clip. Releasing applies it; Escape or a lost pointer does not.
 */
export function useLaneDrag({ clips, durationS, onTake, onChange }: LaneDrag) {
  const drag = useRef<Held | undefined>(undefined);
  const [draft, setDraft] = useState<Draft>();
  const leave = useCallback(() => {
    drag.current = undefined;
    setDraft(undefined);
  }, []);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current?.pulled) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      leave();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [leave]);

  const read = (event: PointerEvent<HTMLElement>): Draft | undefined => {
    const it = drag.current;
    if (!it) return undefined;
    const bar = event.currentTarget.getBoundingClientRect();
    if (!it.clip) {
      const span = draggedRange(it.fromPx, event.clientX, bar, durationS);
      return span && { clipId: undefined, span };
    }
    const byPx = event.clientX - it.fromPx;
    if (bar.width <= 0 || (!it.pulled && Math.abs(byPx) < TREMBLE_PX)) return undefined;
    const perPx = durationS / bar.width;
    return {
      clipId: it.clip._id,
      span: draggedSpan(it.clip, it.grip, byPx * perPx, durationS, LEAST_PX * perPx),
    };
  };

  return {
    draft,
    lane: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || !(event.target instanceof Element)) return;
        const { clip: id, grip } = event.target.closest<HTMLElement>('[data-clip]')?.dataset ?? {};
        const clip = clips.find((it) => it._id === id);
        // A clip without handles can only be clicked.
        if (id !== undefined && (!clip || !isGrip(grip))) return;
        drag.current = {
          fromPx: event.clientX,
          clip,
          grip: isGrip(grip) ? grip : 'whole',
          pulled: false,
        };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const it = drag.current;
        // The pointer was released unnoticed before it was a drag.
        if (it && event.buttons === 0) return leave();
        const next = read(event);
        if (!it || !next) return;
        // It becomes a drag only now: until then a press belongs to the clip under it.
        if (!it.pulled) event.currentTarget.setPointerCapture(event.pointerId);
        it.pulled = true;
        setDraft(next);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const it = drag.current;
        const last = it?.pulled ? read(event) : undefined;
        const bar = event.currentTarget.getBoundingClientRect();
        leave();
        if (last?.clipId !== undefined) onChange(last.clipId, last.span);
        else if (last) onTake(last.span);
        else if (it && !it.clip && !it.pulled) {
          const pressed = pressedSpan(timeAt(event.clientX, bar, durationS), durationS);
          if (pressed) onTake(pressed);
        }
      },
      onPointerCancel: leave,
    },
  };
}
