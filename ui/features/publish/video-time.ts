/** `1:23`, `1:02:03` or `83` as seconds; `undefined` for anything else. */
export function parseVideoTime(text: string): number | undefined {
  const parts = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5}(?:\.\d+)?)$/.exec(text.trim());
  if (!parts) return undefined;
  const [hours, minutes, seconds] = [parts[1], parts[2], parts[3]].map((part) =>
    Number(part ?? 0),
  ) as [number, number, number];
  return hours * 3600 + minutes * 60 + seconds;
}
