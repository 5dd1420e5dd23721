/** Finds negations with the words that they negate, and words of opposite meaning. */
import { analyse, baseLanguage, stopWords } from '#pipeline/search/index.ts';

const NEGATIONS: Readonly<Record<string, string>> = {
  en: "not(?! only)|never|no(?!\\.? ?\\d)|none|neither|nor|nobody|nothing|without|cannot|\\p{L}+n['’]t|non",
  de: 'nicht(?! nur)|kein(?:e[mnrs]?)?|nie|niemals|niemand|nichts|ohne|weder|noch nie',
  fr: "ne|n(?=['’])|pas|jamais|aucune?|sans|ni|rien|personne ne",
  es: 'no(?! sólo| solo)|nunca|jamás|ningun[oa]?|ningún|sin|ni|nada|nadie',
  pt: 'não(?! só)|nunca|jamais|nenhuma?|sem|nem|nada|ninguém',
  it: 'non(?! solo)|mai|nessun[oa]?|senza|né|niente|nulla',
  nl: 'niet(?! alleen)|nooit|geen|zonder|noch|niets|niemand',
  ru: 'не(?! только)|нет|ни|никогда|без|никто|ничто|ничего|нельзя',
  tr: 'değil|hiç|hiçbir|yok|asla',
  ar: 'لا|لم|لن|ليس|ليست|غير|بدون|دون|ما(?=\\s)',
  hi: 'नहीं|न|मत|बिना|कभी नहीं',
  vi: 'không(?! chỉ)|chưa|chẳng|chả|đừng',
};
/** Characters that negate in scripts without spaces. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  zh: /不(?!同|仅|僅|断|斷|过|過)|没有?|沒有?|未|无|無|非(?!常)|从未|從未/gu,
  ja: /ない|ません|なかった|ず(?=[、。に])|ぬ(?=[、。])/gu,
  ko: /않|못|없|아니/gu,
  th: /ไม่(?!เพียง)|มิได้|ไร้/gu,
};
const OPPOSITES: Readonly<Record<string, string>> = {
  en: 'increase/decrease increased/decreased increases/decreases increasing/decreasing rise/fall rose/fell rises/falls rising/falling before/after more/less more/fewer most/least most/fewest higher/lower highest/lowest larger/smaller largest/smallest greater/smaller bigger/smaller longer/shorter longest/shortest older/younger oldest/youngest earlier/later earliest/latest first/last north/south northern/southern east/west eastern/western won/lost win/lose wins/loses gain/loss gained/lost above/below left/right accept/reject accepted/rejected allow/forbid allowed/forbidden allowed/prohibited permitted/prohibited success/failure succeeded/failed began/ended begin/end start/end started/ended bought/sold buy/sell hot/cold warm/cool strong/weak stronger/weaker faster/slower fast/slow always/never all/none male/female positive/negative major/minor maximum/minimum inside/outside internal/external rich/poor richest/poorest early/late high/low large/small old/new open/closed import/export imports/exports supported/opposed support/oppose upper/lower best/worst better/worse same/different cause/prevent causes/prevents caused/prevented expand/contract improve/worsen improved/worsened victory/defeat',
  de: 'vor/nach mehr/weniger höher/niedriger größer/kleiner größte/kleinste älter/jünger früher/später erste/letzte nördlich/südlich östlich/westlich norden/süden osten/westen gewann/verlor stieg/fiel steigt/sinkt stieg/sank über/unter schneller/langsamer immer/nie begann/endete innerhalb/außerhalb positiv/negativ stark/schwach groß/klein alt/neu hoch/niedrig',
  es: 'antes/después más/menos mayor/menor primero/último primera/última norte/sur este/oeste ganó/perdió aumentó/disminuyó aumenta/disminuye subió/bajó siempre/nunca mejor/peor alto/bajo grande/pequeño empezó/terminó comenzó/terminó dentro/fuera',
  fr: 'avant/après plus/moins premier/dernier première/dernière nord/sud est/ouest gagné/perdu augmenté/diminué augmente/diminue toujours/jamais meilleur/pire haut/bas grand/petit',
  ru: 'до/после больше/меньше выше/ниже первый/последний север/юг восток/запад северный/южный восточный/западный всегда/никогда лучше/хуже большой/маленький увеличил/уменьшил раньше/позже',
};

const negationPatterns = new Map<string, RegExp>();
function negationOf(base: string): RegExp | undefined {
  const signs = SIGNS[base];
  if (signs) return signs;
  const words = NEGATIONS[base === 'und' ? 'en' : base];
  if (words === undefined) return undefined;
  let pattern = negationPatterns.get(base);
  if (!pattern)
    negationPatterns.set(
      base,
      (pattern = new RegExp(
        `(?<![\\p{L}\\p{M}\\p{N}])(?:${words})(?![\\p{L}\\p{M}\\p{N}])`,
        'giu',
      )),
    );
  return pattern;
}

/** Punctuation that ends the scope of a negation. */
const CLAUSE_END = /[.,;:!?()。，、；！？–—]/;

export interface Negations {
  count: number;
  /** the terms that are negated */
  terms: ReadonlySet<string>;
}

export function negationsIn(text: string, language: string): Negations {
  const base = baseLanguage(language);
  const pattern = negationOf(base);
  const found = pattern ? [...text.matchAll(pattern)] : [];
  if (!pattern || found.length === 0) return { count: 0, terms: new Set() };
  const stop = stopWords(base === 'und' ? 'en' : base);
  const words = analyse(text, base).filter(
    (it) => (it.bigram || !stop.has(it.form)) && !isNegation(text.slice(it.start, it.end), pattern),
  );
  const terms = new Set<string>();
  for (const { 0: written, index } of found) {
    const end = index + written.length;
    const next = words.find((it) => it.start >= end);
    const last = words.findLast((it) => it.end <= index);
    const object =
      next && !CLAUSE_END.test(text.slice(end, next.start))
        ? next
        : last && !CLAUSE_END.test(text.slice(last.end, index))
          ? last
          : undefined;
    if (object) terms.add(object.term);
  }
  return { count: found.length, terms };
}

function isNegation(word: string, pattern: RegExp): boolean {
  pattern.lastIndex = 0;
  return pattern.exec(word)?.[0] === word;
}

const opposites = new Map<string, ReadonlyMap<string, readonly string[]>>();
/** Returns the opposites of each word of a language. */
export function oppositesOf(language: string): ReadonlyMap<string, readonly string[]> {
  const base = baseLanguage(language) === 'und' ? 'en' : baseLanguage(language);
  let map = opposites.get(base);
  if (!map) {
    const pairs = (OPPOSITES[base] ?? '').split(' ').filter(Boolean);
    const both = pairs.flatMap((it) => {
      const [one = '', other = ''] = it
        .split('/')
        .map((word) => analyse(word, base)[0]?.form ?? word);
      return [
        [one, other],
        [other, one],
      ] as const;
    });
    map = new Map(
      [...Map.groupBy(both, ([word]) => word)].map(([word, list]) => [
        word,
        list.map(([, it]) => it),
      ]),
    );
    opposites.set(base, map);
  }
  return map;
}
