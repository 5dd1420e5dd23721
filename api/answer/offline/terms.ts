/** The key terms of texts: phrases between function words (RAKE), weighed by how often, how widely and in what company they stand; with what they mean. */
import { baseLanguage, stopWords } from '#pipeline/search/index.ts';
import { contentTerms } from '../relevance.ts';
import { cuesOf } from './cues.ts';
import type { Prominent } from './graph.ts';
import { likeness, type ReadSentence } from './reading.ts';

export interface KeyTerm {
  /** as it is written most often */ text: string;
  /** where it stands, in reading order */ sentences: ReadSentence[];
  /** in which it is said what it is, else where it is first spoken of at some length */ meaning: ReadSentence; isDefined: boolean;
  score: number;
}

const MAX_WORDS = 4;
const MIN_LETTERS = 3;
/** what a phrase of so many words is worth, against a word */ const LENGTHS = [0, 1, 1.7, 1.8, 1.5];
/** Words with blanks around them that name nothing by themselves, where lists of stop words are short of them. */
const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  en: 'one two three four five first second third many much most more less several some other others another such also even still well just like way ways thing things people time times lot lots kind part parts number example examples use used using make makes made making take takes took taken get gets got go goes going went come comes came know known think want need look see seen say says said called became become becomes including include includes included however although though while since until within without among between during after before because therefore thus often usually generally very really actually right okay yeah gonna new good great large small high low long early late different same able around own every each both few least various certain per may might must could would should since upon via etc people year years day days today first last next back still let us it\'s that\'s don\'t can\'t didn\'t doesn\'t isn\'t i\'m you\'re we\'re they\'re there\'s what\'s',
  de: 'zwei drei vier fünf erste ersten zweite zweiten viele vielen mehr meist meisten weitere weiteren andere anderen beispiel sowie wurde wurden werden worden wird kann können konnte konnten muss müssen soll sollte gibt geben machen macht machte gemacht kommen kommt ging gehen steht stehen dabei damit dann denn daher jedoch allerdings bereits heute jahr jahre jahren jahres tag tage zeit zeiten teil teile neue neuen großen große kleine etwa rund während seit bis zwischen durch gegen ohne unter etwas ganz eben halt natürlich eigentlich leute',
  es: 'puede pueden poder podía podría ser sido siendo era eran estar está están este esta estos estas ese esa hacer hace hizo hecho haber había han tener tiene tienen tuvo dos tres primer primera primero segundo muchos muchas mucho más menos otro otra otros otras ejemplo forma parte vez veces año años día días tiempo cada mismo misma través durante desde entre según además sino aunque embargo bien gran grande nuevo nueva aproximadamente cosas cosa gente',
  fr: 'peut peuvent pouvoir être été étant était étaient avoir fait faire faite deux trois premier première premiers plusieurs autre autres plus moins très aussi exemple partie fois année années jour jours temps chaque même mêmes selon pendant depuis entre ainsi alors cependant bien grand grande nouveau nouvelle environ chose choses gens cette ces comme sans sous dont afin toutes tous tout',
  it: 'può possono potere essere stato stata stati erano era avere fatto fare due tre primo prima seconda altro altra altri altre più meno molto molti esempio parte volta volte anno anni giorno tempo ogni stesso stessa secondo durante tra fra inoltre tuttavia anche grande nuovo nuova circa cosa cose gente viene vengono',
  pt: 'pode podem poder ser sido sendo eram estar está estão fazer faz feito haver ter tem têm dois duas três primeiro primeira segundo muitos muitas mais menos outro outra outros outras exemplo forma parte vez vezes ano anos dia dias tempo cada mesmo mesma através durante desde entre segundo além embora grande novo nova cerca coisa coisas gente',
  nl: 'twee drie eerste tweede vele veel meer meeste andere voorbeeld werd werden worden wordt kan kunnen kon moet moeten gaat gaan maakt maken gemaakt komt komen jaar jaren dag dagen tijd deel nieuwe grote kleine ongeveer tijdens sinds tussen zonder onder iets heel mensen',
  ru: 'один одна одно одной одного одним два две три первый первая первые второй год года году годы лет время времени день дней которые который которых которая которое которым может могут можно быть стал стала стали является являются называются называется также более менее многие многих большинство большинстве другие других другой например часть раз между после перед около однако поэтому этого этой этих свои своих своей такие таких такой новый новые большой люди людей средней хотя',
  tr: 'bir iki üç ilk ikinci birçok daha çok diğer başka örneğin yıl yılında gün zaman olarak olan oldu olduğu edilen etti eden göre sonra önce kadar büyük yeni ise ile için gibi ancak hem bazı her',
  zh: '这个 那个 这些 那些 这种 一个 一些 一种 我们 你们 他们 她们 它们 自己 以及 因为 所以 但是 可以 没有 什么 怎么 如果 由于 因此 其中 其他 之一 并且 而且 或者 就是 不是 还是 都是 已经 进行 通过 根据 包括 成为 认为 作为 为了 之后 之前 时候 现在 今天 非常 很多 许多 大约 超过 第一 主要 不同 这样 那么 然后 对于 关于 最后 开始 可能 需要 使用 称为 被称为',
  ja: 'こと もの ため よう それ これ ここ そこ 場合 以上 以下 以降 現在 当時 多く 一部 最初 最後 時代 結果 必要 可能 自分 私 彼 彼女 人 年 月 日 後 前 中 間 的 化 者 性',
  ko: '그는 그녀는 있다 있는 있었다 한다 했다 하는 하고 이다 있으며 또한 그리고 그러나 위해 위한 대한 대해 통해 따라 가장 모든 많은 다른 같은 이후 이전 당시 현재 경우 때문에 함께 다시 주로 약 등 및 것 것이다 것은 수 될 된 되는 되었다 때 중 후 더 첫',
  hi: 'है हैं था थे थी और का के की को में से पर ने एक यह वह इस उस ये वे जो कि हो होता होती होते गया गए गई किया किए करने करता करते कर लिए साथ बाद भी ही तो नहीं अपने अपनी अपना कुछ सभी तक द्वारा रूप या जब तब जैसे हुए हुई हुआ इसके उनके उसके इन उन सकता सकते सकती रहा रहे रही दिया दो तीन जा जाता जाती जाते बहुत अन्य',
};
/** What stands before a noun: it tells a noun from a verb where there is such a thing. */
const ARTICLES: Readonly<Record<string, RegExp>> = {
  en: /^(?:the|a|an|this|that|these|those|its|their|his|her|our|of|in|on|for|by|with|from|no|any|each|every)$/i, de: /^(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|im|am|zum|zur|vom|ihre?r?|seine?r?|von|mit|durch|für)$/i,
  es: /^(?:el|la|los|las|un|una|unos|unas|del|al|de|su|sus|este|esta|con|por|para|en)$/i, fr: /^(?:le|la|les|un|une|des|du|au|aux|de|sa|son|ses|leur|leurs|ce|cette|l|d|par|pour|avec|en)$/i,
  pt: /^(?:o|a|os|as|um|uma|do|da|dos|das|no|na|nos|nas|de|seu|sua|com|por|para|em)$/i, it: /^(?:il|lo|la|i|gli|le|un|una|uno|del|della|dei|delle|di|nel|nella|al|alla|con|per|in|l)$/i, nl: /^(?:de|het|een|dit|deze|die|dat|zijn|hun|van|in|met|door|voor)$/i,
};
const PARTICLES_KO = /(?<=\p{Script=Hangul}{2})(?:은|는|이|가|을|를|의|에|에서|로|으로|와|과|도|만|까지|부터|에게|이다|이며|이라는|라는)$/u;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}]+/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’\-‑][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*(?:\+\+|#)?/gu;

/** `key`: its terms, as the index has them. */
interface Word { text: string; form: string; key: string; start: number; end: number; stop: boolean }

const stops = new Map<string, ReadonlySet<string>>();
function stopsOf(base: string): ReadonlySet<string> {
  let set = stops.get(base);
  if (!set) stops.set(base, set = stopWords(base).union(new Set((FUNCTION_WORDS[base] ?? '').split(' '))));
  return set;
}
const segmenters = new Map<string, Intl.Segmenter>();
function segmenterOf(base: string): Intl.Segmenter {
  let made = segmenters.get(base);
  if (!made) segmenters.set(base, made = new Intl.Segmenter(base === 'und' ? 'en' : base, { granularity: 'word' }));
  return made;
}

const MAX_KEYS = 50_000;
const keys = new Map<string, string>();
function keyOf(word: string, base: string): string {
  const known = `${base} ${word}`;
  let key = keys.get(known);
  if (key === undefined) {
    if (keys.size > MAX_KEYS) keys.clear();
    keys.set(known, key = [...contentTerms(word, base)].join(' '));
  }
  return key;
}

function wordsOf(text: string, base: string): Word[] {
  const stop = stopsOf(base);
  const isDense = base === 'zh' || base === 'ja' || base === 'th';
  const out: Word[] = [];
  // What an editor put in brackets is not the author's: "[citation needed]".
  const own = text.replace(/\[[^\]]{1,40}\]/g, (aside) => ' '.repeat(aside.length));
  for (const match of own.matchAll(isDense ? new RegExp(`${DENSE.source}|${WORD.source}`, 'gu') : WORD)) {
    const pieces = isDense && new RegExp(`^${DENSE.source}`, 'u').test(match[0])
      ? [...segmenterOf(base).segment(match[0])].map((it) => ({ text: it.segment, at: it.index })) : [{ text: match[0], at: 0 }];
    for (const piece of pieces) {
      const written = base === 'ko' ? piece.text.replace(PARTICLES_KO, '') : piece.text;
      const start = match.index + piece.at;
      const form = written.toLowerCase();
      // "New South Wales": within a name no word is an empty one.
      const isNamed = base !== 'de' && start > 0 && /^\p{Lu}\p{Ll}/u.test(written) && !stopWords(base).has(form);
      const key = keyOf(written, base);
      out.push({ text: written, form, key, start, end: start + written.length, stop: key === '' || (!isNamed && isEmpty(written, form, base, stop)) });
    }
  }
  return out;
}

/** Says nothing of the subject: a function word, a number, a lone sign, a verb's ending in kana. */
function isEmpty(text: string, form: string, base: string, stop: ReadonlySet<string>): boolean {
  if (stop.has(form) || !/\p{L}/u.test(form) || stop.has(form.replace(/['’].*$/, ''))) return true;
  if (base === 'ja') return /^\p{Script=Hiragana}+$/u.test(text) || [...text].length < 2;
  if (base === 'zh') return [...text].length < 2;
  return [...form].length < (base === 'ko' ? 2 : MIN_LETTERS) && !/^\p{Lu}+$/u.test(text);
}

interface Candidate { words: number; key: string; forms: Map<string, number>; at: Map<ReadSentence, number>; nounlike: number; named: number; count: number }

/** Phrases with nothing but blanks or hyphens between their words. */
function candidatesOf(sentences: readonly ReadSentence[]): { found: Map<string, Candidate>; company: Map<string, { count: number; around: Set<string> }> } {
  const found = new Map<string, Candidate>();
  const company = new Map<string, { count: number; around: Set<string> }>();
  for (const sentence of sentences) {
    const base = baseLanguage(sentence.passage.language);
    const words = wordsOf(sentence.text, base);
    words.forEach((first, from) => {
      const before = words[from - 1];
      const known = company.get(first.form) ?? { count: 0, around: new Set<string>() };
      company.set(first.form, known);
      known.count += 1;
      for (const other of [before, words[from + 1]]) if (other && !other.stop) known.around.add(other.form);
      if (first.stop) return;
      let key = '';
      for (let to = from; to < Math.min(words.length, from + MAX_WORDS); to += 1) {
        const last = words[to];
        const left = words[to - 1];
        if (!last || last.stop || (to > from && left && !/^[ \u00a0'’-]?$/u.test(sentence.text.slice(left.end, last.start)))) break;
        const text = sentence.text.slice(first.start, last.end);
        key = to === from ? first.key : [...new Set(`${key} ${last.key}`.split(' '))].sort().join(' ');
        const candidate = found.get(key) ?? { words: to - from + 1, key, forms: new Map<string, number>(), at: new Map<ReadSentence, number>(), nounlike: 0, named: 0, count: 0 };
        found.set(key, candidate);
        candidate.forms.set(text, (candidate.forms.get(text) ?? 0) + 1);
        if (!candidate.at.has(sentence)) candidate.at.set(sentence, first.start);
        candidate.count += 1;
        if (!ARTICLES[base] || (before && ARTICLES[base].test(before.text))) candidate.nounlike += 1;
        if (from > 0 && base !== 'de' && /^\p{Lu}/u.test(first.text)) candidate.named += 1;
      }
    });
  }
  return { found, company };
}

/** The weightiest terms, best first. `ranked` is what the graph made of the sentences, in reading order. */
export function keyTerms(ranked: readonly Prominent[], most: number): KeyTerm[] {
  const sentences = ranked.map((it) => it.sentence);
  const { found, company } = candidatesOf(sentences);
  const about = new Set([...new Map(sentences.map(({ passage }) => [passage.sourceId, passage])).values()].flatMap((it) => [...contentTerms(it.title, it.language)]));
  const scored = [...found.values()].filter((it) => it.count >= (it.named > 0 || it.words > 1 ? 2 : 3) || sentences.length < 12)
    .map((candidate) => ({ candidate, score: weigh(candidate, company, about) })).filter((it) => it.score > 0)
    .sort((a, b) => b.score - a.score || (a.candidate.key < b.candidate.key ? -1 : 1));
  const longer = Map.groupBy(scored.flatMap(({ candidate }) => candidate.key.split(' ').map((term) => ({ term, candidate }))), (it) => it.term);
  const chosen: { candidate: Candidate; score: number }[] = [];
  for (const it of scored) {
    if (chosen.length >= most) break;
    const whole = wholeOf(it.candidate, longer);
    if (!chosen.some((other) => overlaps(whole, other.candidate))) chosen.push({ candidate: whole, score: it.score });
  }
  const weights = new Map(ranked.map((it) => [it.sentence, it.weight]));
  return chosen.map(({ candidate, score }) => termOf(candidate, score, weights));
}

function weigh({ words, forms, at, nounlike, named, count }: Candidate, company: ReadonlyMap<string, { count: number; around: ReadonlySet<string> }>, about: ReadonlySet<string>): number {
  // A word in ever other company is a common one.
  const form = [...forms.keys()][0] ?? '';
  const kept = words > 1 ? undefined : company.get(form.toLowerCase());
  const common = kept ? 1 / (1 + (0.5 * kept.around.size) / Math.max(2, kept.count)) : 1;
  const isNoun = words > 1 || named > 0 ? 1 : nounlike / count;
  const name = named / count > 0.6 ? 1.5 : 1;
  const passages = new Set([...at.keys()].map((it) => it.passage)).size;
  const inTitle = [...forms.keys()].some((text) => [...about].some((term) => text.toLowerCase().includes(term))) ? 1.25 : 1;
  return Math.log2(1 + count) * Math.log2(1 + passages) * (LENGTHS[words] ?? 1) * common * isNoun * name * inTitle;
}

/** The longer phrase that it mostly stands within: of "World War", "World War II". */
function wholeOf(part: Candidate, longer: ReadonlyMap<string, readonly { candidate: Candidate }[]>): Candidate {
  const terms = part.key.split(' ');
  const whole = (longer.get(terms[0] ?? '') ?? []).find(({ candidate }) => {
    const others = candidate.key.split(' ');
    return candidate.words > part.words && others.length > terms.length && candidate.count >= 0.6 * part.count && terms.every((it) => others.includes(it));
  });
  return whole?.candidate ?? part;
}

/** "Victoria", "Victorian" */
const isKin = (one: string, other: string): boolean => Math.min(one.length, other.length) > 4 && (one.startsWith(other) || other.startsWith(one));

/** One says nothing beside the other: it is part of it, and seldom stands without it; or it only adds a word. */
function overlaps(one: Candidate, other: Candidate): boolean {
  const [a, b] = [one.key.split(' '), other.key.split(' ')];
  if (a.length === 1 && b.length === 1 && isKin(one.key, other.key)) return true;
  const common = a.filter((it) => b.includes(it)).length;
  return common > 0 && (common === Math.min(a.length, b.length) || common * 2 > Math.max(a.length, b.length));
}

function termOf({ forms, at }: Candidate, score: number, weights: ReadonlyMap<ReadSentence, number>): KeyTerm {
  const [text = ''] = [...forms].toSorted((a, b) => b[1] - a[1] || a[0].length - b[0].length || (a[0] < b[0] ? -1 : 1)).map((it) => it[0]);
  const sentences = [...at.keys()];
  const defined = sentences.find((it) => it.complete && [...forms.keys()].some((form) => defines(it.text, form, baseLanguage(it.passage.language))));
  const prominent = sentences.toSorted((a, b) => worth(b, at, weights) - worth(a, at, weights))[0];
  const meaning = defined ?? prominent;
  if (!meaning) throw new RangeError('a term stands somewhere');
  return { text, sentences, meaning, isDefined: defined !== undefined, score };
}

/** Where a term comes early in a complete sentence that others lean on, more is said of it. */
const worth = (it: ReadSentence, at: ReadonlyMap<ReadSentence, number>, weights: ReadonlyMap<ReadSentence, number>): number =>
  (weights.get(it) ?? 0) * (it.complete ? 1 : 0.6) * (1 - (0.5 * (at.get(it) ?? 0)) / Math.max(1, it.text.length));

const LEAD: Readonly<Record<string, string>> = { en: '(?:the|a|an|in \\p{L}+,(?: an?| the)?) ', de: '(?:der|die|das|ein|eine|unter) ', es: '(?:el|la|los|las|un|una) ', fr: '(?:les? |la |une? |l[’\'])', pt: '(?:o|a|os|as|um|uma) ', it: '(?:il |lo |la |i |gli |le |un |una |l[’\'])', nl: '(?:de|het|een) ' };

/** "X is a …", "X, or Y, refers to …", "X（…）是…": the sentence begins with the term and says what it is. */
export function defines(sentence: string, term: string, base: string): boolean {
  const cues = cuesOf(base);
  if (!cues || !sentence.toLowerCase().includes(term.toLowerCase())) return false;
  const isDense = base === 'zh' || base === 'ja' || base === 'ko';
  const between = isDense ? '[”」』》"]?(?:[（(][^）)]{0,60}[）)])?' : '["”’»]?(?:\\s*\\([^)]{0,80}\\)|,[^,]{1,60},)?\\s+';
  const ended = isDense ? '' : '(?![\\p{L}\\p{M}])';
  const lead = `^["“«„「『《]?(?:${LEAD[base] ?? ''})?["“«„「『《]?`;
  return new RegExp(`${lead}${term.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}${between}(?:${cues.is})${ended}`, 'iu').test(sentence);
}

/** Terms that say the same in other words are no company for a question about both. */
export const areDistinct = (one: KeyTerm, other: KeyTerm): boolean => likeness(new Set(one.sentences.flatMap((it) => [...it.terms])), new Set(other.sentences.flatMap((it) => [...it.terms]))) < 0.8;
