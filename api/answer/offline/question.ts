/** What a question asks for, as far as its form tells: the words that only ask, and whether an amount or a time is wanted. */
import { baseLanguage } from '#pipeline/search/index.ts';

export interface AskedFor { /** the question without the words that only ask */ about: string; amount: boolean }

interface Forms { /** an amount or a time is wanted */ amount: RegExp; /** says nothing of the subject */ asking: RegExp; /** an amount or a time */ figure: RegExp }
const FORMS: Record<string, Forms> = {
  en: {
    amount: /\bhow (long|often|many|much|far|soon|old|big|large|late|early)\b|\bwhen\b|\b(what|which) (year|date|time|share|number|percentage)\b/i,
    asking: /\bhow (long|often|many|much|far|soon|old|big|large|late|early)\b|\b(please|tell|explain|describe|summari[sz]e|mean|means|meant|said|say|says|speak|speaks|thing|things|kind|way|ways|good|best|i|you|we)\b/gi,
    figure: /\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|third|quarter|fifth|per ?cent|once|twice|daily|weekly|(second|minute|hour|day|night|week|month|year|decade|century)s?|centuries|today|tonight|tomorrow)\b/i,
  },
  de: {
    amount: /\bwie (lange|oft|viele?|weit|bald|alt|groß|spät|früh)\b|\bwann\b|\bwelche[smnr]? (jahr|datum|anteil|zahl)\b/i,
    asking: /\bwie (lange|oft|viele?|weit|bald|alt|groß|spät|früh)\b|\b(bitte|erkläre|beschreibe|sage?|sagt|bedeutet|ding|dinge|art|weise|gut|gute|beste|ich|du|wir)\b/gi,
    figure: /\d|\b(zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|hundert|tausend|million(en)?|halb|hälfte|drittel|viertel|prozent|einmal|zweimal|täglich|(sekunde|minute|stunde|woche)n?|tage?n?|monate?n?|jahre?n?|heute|morgen)\b/i,
  },
};
const formsOf = (language: string): Forms | undefined => {
  const base = baseLanguage(language);
  return FORMS[base === 'und' ? 'en' : base];
};

export function askedFor(question: string, language: string): AskedFor {
  const forms = formsOf(language);
  return { about: forms ? question.replace(forms.asking, ' ') : question, amount: forms?.amount.test(question) ?? false };
}

export const holdsFigure = (sentence: string, language: string): boolean => formsOf(language)?.figure.test(sentence) ?? /\d/.test(sentence);
