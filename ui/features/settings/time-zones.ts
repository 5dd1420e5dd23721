/** Formats and searches time zones. Pure. */
export interface Zone {
  id: string;
  /** `Europe › Berlin` */
  name: string;
  /** `GMT+1` at the given time */
  offset: string;
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export function zoneOffset(zone: string, at: Date, language = 'en'): string {
  return (
    new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'shortOffset' })
      .formatToParts(at)
      .find((it) => it.type === 'timeZoneName')?.value ?? ''
  );
}

/** Current names of zones that some browsers only list by their former one. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};
/** `Asia › Kolkata`, by its current name. */
const nameOf = (id: string): string =>
  (RENAMED[id] ?? id).replaceAll('_', ' ').split('/').join(' › ');

/**
 * Zones in which every word of `query` starts a word, or matches an offset such as `+5:30`; at most
 * `most`.
 */
export function findZones(all: readonly string[], query: string, at: Date, most: number): Zone[] {
  const words = fold(query)
    .replaceAll('−', '-')
    .split(/[\s/›,_]+/)
    .filter(Boolean);
  const isOffset = (word: string) => /^(gmt|utc)?[+-]?\d/.test(word);
  const found: Zone[] = [];
  for (const id of all) {
    const parts = fold(`${id} ${RENAMED[id] ?? ''}`).split(/[/_\-\s]+/);
    const offset = words.some(isOffset) ? zoneOffset(id, at) : undefined;
    if (
      !words.every(
        (word) =>
          parts.some((it) => it.startsWith(word)) ||
          (offset !== undefined &&
            isOffset(word) &&
            offset.replace('GMT', '').startsWith(word.replace(/^(gmt|utc)/, ''))),
      )
    )
      continue;
    found.push({ id, name: nameOf(id), offset: offset ?? zoneOffset(id, at) });
    if (found.length === most) break;
  }
  return found;
}

/** All zones of this browser, and UTC. */
export const allZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((it) => it !== 'UTC'),
];
