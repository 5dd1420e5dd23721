/** The numbers of a text, in digits or in words, with their units. */

export interface Figure {
  /** digits without separators of thousands, times "million" and the like */
  value: string;
  /** `%`, `km`, `year` …; undefined if none is known */
  unit: string | undefined;
  /** `[start, end)` in the text */
  start: number;
  end: number;
}

const DIGITS = /\p{Nd}+(?:[.,'’\u00a0\u202f]\p{Nd}+)*/gu;
const THOUSANDS = /^\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+$/;
/** Number words, without "one", which is as often an article. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90',
  de: 'zwei:2 drei:3 vier:4 fünf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwölf:12 zwanzig:20 dreißig:30 vierzig:40 fünfzig:50 sechzig:60 siebzig:70 achtzig:80 neunzig:90',
  es: 'dos:2 tres:3 cuatro:4 cinco:5 seis:6 siete:7 ocho:8 nueve:9 diez:10 once:11 doce:12 veinte:20 treinta:30 cuarenta:40 cincuenta:50 sesenta:60 setenta:70 ochenta:80 noventa:90',
  fr: 'deux:2 trois:3 quatre:4 cinq:5 six:6 sept:7 huit:8 neuf:9 dix:10 onze:11 douze:12 vingt:20 trente:30 quarante:40 cinquante:50 soixante:60',
};
const SCALES: readonly [RegExp, number][] = [
  [/^(?:hundred|hundert|ciento?s?|cents?|сотен|сотни)$/u, 100],
  [/^(?:thousand|tausend|mil|mille|тысяч\p{L}?|nghìn|ngàn)$/u, 1e3],
  [
    /^(?:million|millionen|millones|millón|millions|milhões|milhão|milioni|миллион\p{L}*|triệu)$/u,
    1e6,
  ],
  [/^(?:billion|billions|milliarden?|milliards?|miliardi|миллиард\p{L}*|tỷ)$/u, 1e9],
  [/^(?:trillion|trillions|billionen|billones|триллион\p{L}*)$/u, 1e12],
];
const UNITS: Readonly<Record<string, string>> = {
  '%': '% percent per\\s?cent pct prozent por\\s?ciento pour\\s?cent процент\\p{L}*',
  km: 'km kilomet(?:er|re)s? kilómetros? kilomètres? километр\\p{L}*',
  mile: 'mi miles? meilen?',
  m: 'm met(?:er|re)s? metros? mètres? метр\\p{L}*',
  cm: 'cm centimet(?:er|re)s?',
  mm: 'mm millimet(?:er|re)s?',
  foot: 'ft foot feet',
  inch: 'inch inches zoll',
  kg: 'kg kilograms? kilogramme? kilos?',
  g: 'g grams? gramme?',
  tonne: 't tons? tonnes? tonnen?',
  pound: 'lbs? pounds?',
  C: '°\\s?c celsius',
  F: '°\\s?f fahrenheit',
  $: 'dollars? usd dólares долларов',
  '€': 'euros? eur €',
  '£': 'gbp',
  second: 's secs? seconds? sekunden? segundos? secondes?',
  minute: 'min mins minutes? minuten? minutos? минут\\p{L}?',
  hour: 'h hours? stunden? horas? heures? час\\p{L}*',
  day: 'days? tagen? tage? días? jours? дн\\p{L}*',
  week: 'weeks? wochen? semanas? semaines?',
  month: 'months? monaten? monate? meses mois',
  year: 'years? jahren? jahre? años? ans années?',
  century: 'century centuries jahrhunderten? siglos? siècles?',
};
const UNIT = new RegExp(
  `^[\\s-]{0,2}(?:${Object.values(UNITS)
    .map((forms) => `(${forms.split(' ').join('|')})`)
    .join('|')})(?![\\p{L}\\p{M}])`,
  'iu',
);
const UNIT_NAMES = Object.keys(UNITS);
const WORD = /^[\s-]{0,2}(?:and |und )?([\p{L}\p{M}]+)/u;

const numberWords = new Map<string, ReadonlyMap<string, number>>();
function wordsOf(language: string): ReadonlyMap<string, number> {
  let words = numberWords.get(language);
  if (!words) {
    words = new Map(
      (WORDS[language] ?? '')
        .split(' ')
        .filter(Boolean)
        .map((it) => it.split(':'))
        .map(([word = '', value]) => [word, Number(value)]),
    );
    numberWords.set(language, words);
  }
  return words;
}

/** `language`: base language of the text, for numbers in words. */
export function figuresOf(text: string, language: string): Figure[] {
  const figures: Figure[] = [];
  for (const { 0: written, index } of text.matchAll(DIGITS)) {
    const digits = plainDigits(written);
    figures.push(
      figureAt(
        text,
        Number.isFinite(Number(digits)) ? Number(digits) : 0,
        index,
        index + written.length,
        digits,
      ),
    );
  }
  const words = wordsOf(language);
  if (words.size === 0) return figures;
  let until = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const value = index < until ? undefined : words.get(word.toLowerCase());
    if (value === undefined) continue;
    let end = index + word.length;
    let total = value;
    // "twenty-five"
    const next = WORD.exec(text.slice(end, end + 30));
    const ones = words.get(next?.[1]?.toLowerCase() ?? '');
    if (next && ones !== undefined && value >= 20 && ones < 10) {
      total += ones;
      end += next[0].length;
    }
    const figure = figureAt(text, total, index, end);
    until = figure.end;
    figures.push(figure);
  }
  return figures;
}

function figureAt(
  text: string,
  number: number,
  start: number,
  to: number,
  digits?: string,
): Figure {
  let end = to;
  let scaled = number;
  for (;;) {
    const next = WORD.exec(text.slice(end, end + 30));
    const scale = SCALES.find(([word]) => word.test(next?.[1]?.toLowerCase() ?? ''))?.[1];
    if (!next || scale === undefined) break;
    scaled *= scale;
    end += next[0].length;
  }
  const found = UNIT.exec(text.slice(end, end + 24));
  const sign = text[start - 1] ?? '';
  return {
    value: scaled === number && digits !== undefined ? digits : String(scaled),
    unit:
      '$€£'.includes(sign) && sign !== ''
        ? sign
        : found
          ? UNIT_NAMES[found.slice(1).findIndex(Boolean)]
          : undefined,
    start,
    end,
  };
}

/** Converts digits of any script to 0 to 9, with a point as the only separator. */
function plainDigits(written: string): string {
  const ascii = written.replace(/\p{Nd}/gu, digitOf);
  return THOUSANDS.test(ascii)
    ? ascii.replace(/\D/g, '')
    : ascii.replace(/[,'’\u00a0\u202f]/g, '.');
}

/** Digits of a script are consecutive, and no digit precedes its zero. */
function digitOf(digit: string): string {
  if (/\d/.test(digit)) return digit;
  let zero = digit.codePointAt(0) ?? 0;
  const code = zero;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
