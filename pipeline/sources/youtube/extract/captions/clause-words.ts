/**
 * Words that show where a sentence can begin or can't end, by language. Closed classes only:
 * articles, prepositions, conjunctions, pronouns and particles of speech.
 */
export interface ClauseWords {
  /** begin a sentence more often than they continue one */
  openers: ReadonlySet<string>;
  /** need a word after them, so no sentence ends with one */
  dependents: ReadonlySet<string>;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const CLAUSE_WORDS: Record<string, ClauseWords> = {
  en: {
    openers: set(
      "so but and now okay ok well yeah yes no right actually basically anyway alright then i i'm i've i'll you you're we we're we've they they're he she it's there's that's this these let's here here's another one if first second third next finally",
    ),
    dependents: set(
      "a an the this these my your his her its our their of to in on at by for from with into onto than as and or but if because that which who whose is are was were be been am i'm you're we're they're it's there's that's has have had do does did don't will would can could should may might must very really so too just like some any every each no not i you we they he she",
    ),
  },
  de: {
    openers: set(
      'also aber und jetzt nun dann ja nein genau okay gut ich wir sie er es man das dies diese hier da deshalb deswegen trotzdem außerdem übrigens zuerst danach schließlich natürlich',
    ),
    dependents: set(
      'der die das den dem des ein eine einen einem einer eines mein dein sein ihr unser euer kein keine von zu zum zur in im ins an am auf aus bei beim mit nach für über unter vor durch um gegen und oder aber dass weil wenn ob als wie ist sind war waren hat haben hatte wird werden kann muss soll sehr ganz so nicht ich wir man',
    ),
  },
  es: {
    openers: set(
      'entonces pero y ahora bueno pues sí no yo nosotros ellos ella él esto eso esta este aquí allí primero luego después finalmente además también',
    ),
    dependents: set(
      'el la los las un una unos unas mi tu su nuestro nuestra de del a al en por para con sin sobre entre hasta desde y o pero que si porque como es son era eran está están fue ha han muy más tan no se lo le les me te nos',
    ),
  },
  fr: {
    openers: set(
      "alors mais et donc maintenant bon ben oui non je j'ai on nous vous ils elles il elle c'est ce ça cela ici là ensuite puis enfin voilà d'abord",
    ),
    dependents: set(
      'le la les un une des du de mon ma mes ton ta son sa ses notre votre leur leurs à au aux en dans par pour avec sans sur sous entre chez et ou mais que qui si parce comme est sont était a ont très plus pas ne se me te nous je on il elle ils elles',
    ),
  },
  pt: {
    openers: set(
      'então mas e agora bom bem pois sim não eu nós eles ela ele isso isto esta este aqui ali primeiro depois finalmente também',
    ),
    dependents: set(
      'o a os as um uma uns umas meu minha seu sua nosso nossa de do da dos das em no na nos nas por para com sem sobre entre até e ou mas que se porque como é são era está estão foi tem muito mais tão não me te lhe',
    ),
  },
  it: {
    openers: set(
      "allora ma e adesso ora bene ecco sì no io noi loro lei lui questo questa quello qui prima poi infine anche quindi c'è",
    ),
    dependents: set(
      'il lo la i gli le un uno una mio mia tuo suo sua nostro nostra di del della dei delle a al alla ai alle da dal dalla in nel nella con su sul sulla per tra fra e o ma che se perché come è sono era ha hanno molto più così non si mi ti ci vi',
    ),
  },
};

/** Undefined for a language without lists. `language`: BCP 47. */
export const clauseWordsOf = (language: string): ClauseWords | undefined =>
  CLAUSE_WORDS[language.split('-')[0]?.toLowerCase() ?? ''];
