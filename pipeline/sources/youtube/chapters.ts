import type { VideoInfo } from './info.ts';

export interface Chapter {
  start: number;
  end: number;
  title: string;
}

const LINE = /^[\s\-–—•*▶►]*[([]?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})[)\]]?[\s\-–—:.|]*([^]*)$/;
const TAIL = /(?<![\s\-–—|])[\s\-–—|]+$/;
/** A time after its title, with a separator between them. */
const TIME_AT_END = /(?<=[^][\s\-–—:.|])[([]?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})[)\]]?$/;
/** Separators after a title of at least one character. */
const SEPARATORS = /(?<=^[^]|[^\s\-–—:.|])[\s\-–—:.|]+$/;
const TITLE = /^.{1,200}$/;
const MOST = 500;
/** A longer line is prose with a time in it. */
const MOST_LINE = 300;

/** Returns the chapters of the video, or those listed in its description. */
export function chaptersOf(info: VideoInfo): Chapter[] {
  const given = info.chapters.map(({ start_time, end_time, title }, index) => ({
    start: start_time,
    end: end_time ?? info.chapters[index + 1]?.start_time ?? info.duration ?? start_time,
    title: title ?? `Chapter ${index + 1}`,
  }));
  return given.length > 0 ? given : chaptersInText(info.description ?? '', info.duration);
}

/** Publishers give whole seconds, often slightly before or after the intended sentence. */
const NEAR_S = 3;

/** Moves the start of each chapter to the nearest sentence, if one starts within three seconds. */
export function chaptersAtSentences(
  chapters: readonly Chapter[],
  sentences: readonly { startS: number }[],
): Chapter[] {
  const starts = chapters.map(({ start }, at) =>
    at === 0 ? start : nearestStart(start, sentences),
  );
  return chapters.map(({ end, title }, at) => {
    const start = Math.max(starts[at] ?? 0, starts[at - 1] ?? 0);
    const isJoined = chapters[at + 1]?.start === end;
    return { start, end: isJoined ? Math.max(starts[at + 1] ?? end, start) : end, title };
  });
}

function nearestStart(time: number, sentences: readonly { startS: number }[]): number {
  const distance = ({ startS }: { startS: number }) => Math.abs(startS - time);
  const nearest = sentences.reduce<{ startS: number } | undefined>(
    (best, it) => (best === undefined || distance(it) < distance(best) ? it : best),
    undefined,
  );
  return nearest !== undefined && distance(nearest) <= NEAR_S ? nearest.startS : time;
}

/**
 * Parses lines with times as chapters: at least three, the first at the start, each later than the
 * previous one. Other texts only mention times.
 */
export function chaptersInText(text: string, durationS: number | undefined): Chapter[] {
  const found = text
    .split('\n')
    .flatMap((line): { start: number; title: string }[] => {
      const before = LINE.exec(line);
      const [hours = '0', minutes = '0', seconds = '0', rest = ''] = before?.slice(1) ?? [];
      const title = rest.replace(TAIL, '');
      if (before !== null && title !== '')
        return [{ start: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), title }];
      return line.length > MOST_LINE ? [] : titleBeforeTime(line);
    })
    .slice(0, MOST);
  const isOrdered = found.every(
    ({ start }, at) =>
      (at === 0 ? start === 0 : start > (found[at - 1]?.start ?? 0)) &&
      start < (durationS ?? Infinity),
  );
  if (found.length < 3 || !isOrdered) return [];
  return found.map(({ start, title }, at) => ({
    start,
    end: found[at + 1]?.start ?? durationS ?? start,
    title,
  }));
}

function titleBeforeTime(line: string): { start: number; title: string }[] {
  const time = TIME_AT_END.exec(line.trimEnd());
  if (time === null) return [];
  const [, hours = '0', minutes = '0', seconds = '0'] = time;
  const title = line.slice(0, time.index).replace(SEPARATORS, '');
  return TITLE.test(title)
    ? [
        {
          start: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
          title: title.trim(),
        },
      ]
    : [];
}
