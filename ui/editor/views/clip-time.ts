/** Parses and formats the time range of a clip. In seconds. Pure. */
export interface Span {
  start: number;
  end: number;
}

/** Space around a clip for making it longer. */
const ROOM_S = 30;
const TIME = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:\.\d{1,3})?)$|^(\d{1,6}(?:\.\d{1,3})?)$/;

/** `mm:ss`, `hh:mm:ss` or seconds; undefined if invalid. */
export function parseTime(text: string): number | undefined {
  const [whole, hours, minutes, seconds, bare] = TIME.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  if (bare !== undefined) return Number(bare);
  if (Number(seconds) >= 60 || (hours !== undefined && Number(minutes) >= 60)) return undefined;
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** `9 s`, `1 m 05 s`, `01 h 02 m 03 s`; rounded up, like the play button. */
export function durationText({ start, end }: Span): string {
  const total = Math.max(0, Math.ceil(end - start));
  const [hours, minutes, seconds] = [
    Math.floor(total / 3600),
    Math.floor(total / 60) % 60,
    total % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  if (hours > 0) return `${two(hours)} h ${two(minutes)} m ${two(seconds)} s`;
  return minutes > 0 ? `${minutes} m ${two(seconds)} s` : `${seconds} s`;
}

/** The part of the source that a slider shows: the clip with space on both sides. */
export function sliderWindow({ start, end }: Span, duration: number | undefined): Span {
  const room = Math.max(ROOM_S, end - start);
  return {
    start: Math.max(0, Math.floor(start - room)),
    end: Math.ceil(Math.min(duration ?? Infinity, end + room)),
  };
}

/** Clamped to the source; undefined if the end does not come after the start. */
export function clampSpan({ start, end }: Span, duration: number | undefined): Span | undefined {
  const last = duration ?? Infinity;
  const clamped = {
    start: Math.min(Math.max(0, start), last),
    end: Math.min(Math.max(0, end), last),
  };
  return clamped.end > clamped.start ? clamped : undefined;
}
