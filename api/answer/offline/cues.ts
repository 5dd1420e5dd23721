/** Cue words of each language that tell what a question asks for, and whether a sentence has it. */

import { baseLanguage } from '#pipeline/search/index.ts';

export type AnswerType = 'person' | 'place' | 'time' | 'amount' | 'reason';
/**
 * Joins words into alternatives of a regular expression; matches complete words in scripts with
 * spaces.
 */
export interface Cues {
  asks: Readonly<Partial<Record<AnswerType, string>>>;
  /** question words that don't name a subject */
  asking: string;
  /** number words and units */
  figure: string;
  /** months, days, and other words for times */
  time: string;
  because: string;
  example: string;
  /** counterarguments and limits */
  contrast: string;
  /** words that precede a location */
  at: string;
  /** "X is a": the words between a subject and its definition */
  is: string;
}

export const CUES: Readonly<Record<string, Cues>> = {
  en: {
    asks: {
      person:
        'who|whom|whose|which (?:person|man|woman|people|author|president|scientist|king|queen)',
      place:
        'where|(?:what|which) (?:city|country|town|place|state|region|continent|location|county)',
      time: 'when|(?:what|which) (?:year|date|day|month|century|decade|era|period|time)',
      amount:
        'how (?:long|often|many|much|far|soon|old|big|large|late|early|tall|high|deep|fast|wide|heavy)|(?:what|which) (?:share|number|percentage|amount|percent|fraction|score)',
      reason: 'why|for what reason|what (?:caused|causes|led to|made)',
    },
    asking:
      'what|which|how|did|do|does|please|tell|explain|describe|summari[sz]e|summary|compare|contrast|list|outline|discuss|differ|differs|differences?|give|show|find|mean|means|meant|said|say|says|speak|speaks|thing|things|kind|type|name|called|way|ways|good|best|i|you|we',
    figure:
      'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|third|quarter|fifth|per ?cent|once|twice|daily|weekly|dozen|(?:second|minute|hour|day|night|week|month|year|decade|century)s?|centuries',
    time: 'january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|century|centuries|decade|spring|summer|autumn|winter|today|tonight|tomorrow|yesterday|after|during|until|since',
    because:
      'because|since|due to|owing to|as a result|therefore|so that|in order to|caused|led to|reason',
    example: 'for example|for instance|such as|e\\.g|imagine|case of',
    contrast:
      'but|however|although|though|despite|in spite of|whereas|yet|nevertheless|on the other hand|unlike|limitation|limitations|limited|unclear|criticism|critics|contrary',
    at: 'in|at|near|from|to|of|on',
    is: '(?:is|are|was|were) (?:an?|the|one|any|defined|called|known as|a kind|a form)|means|mean that|refers? to|denotes?|consists? of|stands? for',
  },
  de: {
    asks: {
      person: 'wer|wem|wen|wessen',
      place: 'wo|woher|wohin|(?:in|aus|an) welche[mrns]? (?:stadt|land|ort|staat|region|gebiet)',
      time: 'wann|welche[smnr]? (?:jahr|datum|tag|monat|jahrhundert|jahrzehnt)|seit wann',
      amount:
        'wie (?:lange|oft|viele?n?|weit|bald|alt|groß|hoch|tief|schnell|schwer|spät|früh)|wieviele?|welche[smnr]? (?:anteil|zahl|prozentsatz|anzahl)',
      reason: 'warum|weshalb|wieso|weswegen|aus welchem grund',
    },
    asking:
      'was|wie|welche[smnr]?|bitte|erkläre|beschreibe|sage?|sagt|bedeutet|heißt|nennt|genannt|ding|dinge|art|weise|gut|gute|beste|ich|du|wir',
    figure:
      'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|hundert|tausend|million(?:en)?|milliarden?|halb|hälfte|drittel|viertel|prozent|einmal|zweimal|täglich|(?:sekunde|minute|stunde|woche)n?|tage?n?|monate?n?|jahre?n?|jahrhunderte?',
    time: 'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|jahrhunderts?|jahrzehnt|frühling|sommer|herbst|winter|heute|morgen|gestern|nach|während|seit|bis',
    because: 'weil|denn|wegen|aufgrund|da|daher|deshalb|damit|um|grund',
    example: 'zum beispiel|beispielsweise|etwa|z\\. ?b|wie zum beispiel|stellen sie sich vor',
    contrast:
      'aber|jedoch|obwohl|trotz|allerdings|dennoch|hingegen|dagegen|andererseits|im gegensatz|einschränkung|unklar|kritik',
    at: 'in|im|bei|nahe|aus|nach|an|am|auf|von',
    is: '(?:ist|sind|war|waren) (?:eine?[rnms]?|der|die|das|jede[rs]?)|bedeutet|bezeichnet|nennt man|besteht aus|bestehen aus|steht für',
  },
  es: {
    asks: {
      person: 'quién|quiénes',
      place: 'dónde|adónde|en qué (?:ciudad|país|lugar|estado|región)',
      time: 'cuándo|qué (?:año|fecha|día|mes|siglo|década)',
      amount: 'cuánt[oa]s?|qué (?:porcentaje|número|cantidad|proporción)|con qué frecuencia',
      reason: 'por qué|a qué se debe|cuál (?:es|fue) la (?:razón|causa)',
    },
    asking:
      'qué|cuál|cuáles|cómo|por favor|explica|describe|significa|dice|dicen|llama|llamó|nombre|tipo|cosa|cosas|manera',
    figure:
      'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cien|cientos|mil|millones|mitad|tercio|cuarto|por ciento|(?:segundo|minuto|hora|día|semana|año|década|siglo)s?|mes|meses',
    time: 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|miércoles|jueves|viernes|sábado|domingo|siglo|década|primavera|verano|otoño|invierno|hoy|mañana|ayer|después|durante|hasta|desde',
    because: 'porque|debido a|ya que|puesto que|por eso|para que|a causa de|razón',
    example: 'por ejemplo|como por ejemplo|tales como|imagina|caso de',
    contrast:
      'pero|sin embargo|aunque|a pesar de|no obstante|en cambio|por otro lado|a diferencia de|limitación|limitaciones|crítica',
    at: 'en|de|a|cerca de|desde',
    is: '(?:es|son|era|eran|fue) (?:una?|el|la|los|las|unos|unas|un tipo)|significa|se refiere a|se llama|se define como|se conoce como|consiste en|denomina',
  },
  fr: {
    asks: {
      person: '(?:^|à |de |par |avec )qui|quelle personne',
      place: 'où|dans quel(?:le)? (?:ville|pays|lieu|région|état)',
      time: 'quand|quel(?:le)? (?:année|date|jour|mois|siècle|décennie)',
      amount: 'combien|quel(?:le)? (?:âge|pourcentage|nombre|quantité|proportion|part)',
      reason: 'pourquoi|pour quelle raison',
    },
    asking:
      'que|quoi|quels?|quelles?|comment|est-ce|expliquer?|décrire|signifie|dit|disent|appelle|nom|type|chose|choses|manière|façon',
    figure:
      'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente|cent|cents|mille|millions?|milliards?|moitié|tiers|quart|pour cent|(?:seconde|minute|heure|jour|semaine|année|décennie|siècle|an)s?|mois',
    time: 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|siècle|décennie|printemps|été|automne|hiver|aujourd’hui|demain|hier|après|pendant|depuis|jusqu',
    because: 'parce que|car|puisque|en raison de|à cause de|grâce à|afin de|afin que|donc|raison',
    example: 'par exemple|tel que|tels que|telle que|telles que|comme par exemple|imaginez',
    contrast:
      'mais|cependant|toutefois|bien que|malgré|néanmoins|en revanche|pourtant|contrairement|limite|limites|critique',
    at: 'à|au|aux|en|dans|de|près de',
    is: '(?:est|sont|était|étaient|fut) (?:une?|le|la|les|des|l)|signifie|désigne|désignent|s’appelle|se définit comme|consiste en',
  },
  pt: {
    asks: {
      person: 'quem',
      place: 'onde|aonde|em que (?:cidade|país|lugar|estado|região)',
      time: 'quando|(?:em )?(?:que|qual) (?:ano|data|dia|mês|século|década)',
      amount: 'quant[oa]s?|(?:que|qual) (?:porcentagem|percentagem|número|quantidade)',
      reason: 'por que|por quê|porquê|qual (?:é|foi) a (?:razão|causa)',
    },
    asking:
      'que|qual|quais|como|por favor|explique|descreva|significa|diz|dizem|chama|chamado|nome|tipo|coisa|coisas|maneira',
    figure:
      'dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|vinte|trinta|cem|cento|mil|milhões|milhão|metade|terço|quarto|por cento|(?:segundo|minuto|hora|dia|semana|ano|década|século)s?|mês|meses',
    time: 'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|segunda|terça|quarta|quinta|sexta|sábado|domingo|século|década|primavera|verão|outono|inverno|hoje|amanhã|ontem|depois|durante|até|desde',
    because: 'porque|pois|devido a|já que|por isso|para que|por causa de|razão',
    example: 'por exemplo|tais como|como por exemplo|imagine|caso de',
    contrast:
      'mas|no entanto|contudo|embora|apesar de|porém|por outro lado|ao contrário|limitação|limitações|crítica',
    at: 'em|no|na|nos|nas|de|do|da|perto de',
    is: '(?:é|são|era|eram|foi) (?:uma?|o|a|os|as|uns|umas)|significa|refere-se a|chama-se|define-se como|consiste em|é conhecid[oa] como',
  },
  it: {
    asks: {
      person: 'chi',
      place: 'dove|in (?:che|quale) (?:città|paese|luogo|stato|regione)',
      time: 'quando|(?:che|quale) (?:anno|data|giorno|mese|secolo|decennio)',
      amount: 'quant[oiae]|(?:che|quale) (?:percentuale|numero|quantità)',
      reason: 'perché|per quale (?:motivo|ragione)',
    },
    asking:
      'che|cosa|quale|quali|come|spiega|descrivi|significa|dice|dicono|chiama|nome|tipo|cose|modo',
    figure:
      'due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|venti|trenta|cento|mille|mila|milioni|metà|terzo|quarto|per cento|second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|decenni?|secol[oi]',
    time: 'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|secolo|decennio|primavera|estate|autunno|inverno|oggi|domani|ieri|dopo|durante|fino|da',
    because: 'perché|poiché|a causa di|siccome|dato che|quindi|affinché|grazie a|ragione|motivo',
    example: 'per esempio|ad esempio|come ad esempio|immagina|caso di',
    contrast:
      'ma|tuttavia|però|sebbene|nonostante|invece|d’altra parte|a differenza|limite|limiti|critica',
    at: 'a|in|nel|nella|nei|di|da|presso|vicino',
    is: '(?:è|sono|era|erano|fu) (?:uno?|una|il|lo|la|i|gli|le|l)|significa|si riferisce a|si chiama|si definisce|consiste in|indica',
  },
  nl: {
    asks: {
      person: 'wie|wiens',
      place: 'waar|waarheen|in welk[e]? (?:stad|land|plaats|staat|gebied)',
      time: 'wanneer|welk[e]? (?:jaar|datum|dag|maand|eeuw)',
      amount:
        'hoeveel|hoe (?:lang|vaak|ver|groot|oud|hoog|diep|snel|zwaar)|welk[e]? (?:percentage|aantal|deel)',
      reason: 'waarom|om welke reden',
    },
    asking:
      'wat|welke?|hoe|leg uit|beschrijf|betekent|zegt|heet|noemt|naam|soort|ding|dingen|manier',
    figure:
      'twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|twintig|dertig|honderd|duizend|miljoen|miljard|helft|derde|kwart|procent|(?:seconde|minuut|uur|dag|week|maand|jaar|eeuw)|(?:seconden|minuten|uren|dagen|weken|maanden|jaren|eeuwen)',
    time: 'januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|(?:maan|dins|woens|donder|vrij|zater|zon)dag|eeuw|decennium|lente|zomer|herfst|winter|vandaag|morgen|gisteren|na|tijdens|sinds|tot',
    because: 'omdat|want|doordat|vanwege|wegens|daarom|zodat|om|reden',
    example: 'bijvoorbeeld|zoals|stel je voor',
    contrast:
      'maar|echter|hoewel|ondanks|toch|daarentegen|anderzijds|in tegenstelling|beperking|kritiek',
    at: 'in|te|bij|uit|naar|op|van',
    is: '(?:is|zijn|was|waren) (?:een|de|het)|betekent|verwijst naar|wordt genoemd|bestaat uit',
  },
  ru: {
    asks: {
      person: 'кто|кого|кому|кем|чей|чья|чьё|чьи',
      place: 'где|куда|откуда|в как(?:ом|ой) (?:городе|стране|месте|регионе|штате)',
      time: 'когда|в каком (?:году|веке|месяце)|какого числа|в какой день|как(?:ой|ая) (?:год|дата|день)',
      amount:
        'сколько|скольких|как (?:долго|часто|далеко)|как(?:ой|ая|ое) (?:процент|доля|число|количество)',
      reason: 'почему|зачем|отчего|по какой причине',
    },
    asking:
      'что|чем|чего|какой|какая|какое|какие|каким|каких|какую|как|объясни|опиши|значит|означает|говорит|называется|назывался|название|вид|тип|образом',
    figure:
      'два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|двенадцать|двадцать|тридцать|сто|тысяч[аи]?|миллион(?:а|ов)?|миллиард(?:а|ов)?|половин[аыу]|треть|четверть|процент(?:а|ов)?|секунд[аы]?|минут[аы]?|час(?:а|ов)?|день|дн(?:я|ей)|недел[юиья]|месяц(?:а|ев)?|год(?:а|у)?|лет|век(?:а|ов)?',
    time: 'январ[яеь]|феврал[яеь]|марта?е?|апрел[яеь]|ма[йяе]|июн[яеь]|июл[яеь]|август[ае]?|сентябр[яеь]|октябр[яеь]|ноябр[яеь]|декабр[яеь]|году|года|век[ае]?|весной|летом|осенью|зимой|сегодня|завтра|вчера|после|во время|до|с тех пор',
    because: 'потому что|так как|поскольку|из-за|поэтому|чтобы|благодаря|вследствие|причин[аоые]й?',
    example: 'например|к примеру|такие как|в частности|представьте',
    contrast:
      'но|однако|хотя|несмотря|тем не менее|в отличие|с другой стороны|ограничени[ея]|критик[аи]',
    at: 'в|во|на|из|под|около|близ',
    is: '[—–-]|[—–-] это|это|является|являются|означает|представляет собой|представляют собой|называется|называются',
  },
  tr: {
    asks: {
      person: 'kim|kimin|kime|kimi|kimler',
      place: 'nerede|nereye|nereden|hangi (?:ülke|şehir|yer|bölge|eyalet)\\p{L}*',
      time: 'ne zaman|hangi (?:yıl|tarih|ay|gün|yüzyıl)\\p{L}*',
      amount: 'kaç|ne kadar|yüzde kaç',
      reason: 'neden|niçin|niye',
    },
    asking: 'ne|nedir|hangi|nasıl|açıkla|anlat|demek|denir|adı|tür|şey|şekilde',
    figure:
      'iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on|yirmi|otuz|yüz|bin|milyon|milyar|yarı\\p{L}*|çeyrek|yüzde|saniye|dakika|saat|gün|hafta|ay|yıl|yüzyıl',
    time: 'ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık|yılında|yüzyılda|bugün|yarın|dün|sonra|sırasında|kadar|beri',
    because: 'çünkü|nedeniyle|dolayı|bu yüzden|için|sayesinde',
    example: 'örneğin|mesela|gibi',
    contrast: 'ama|ancak|fakat|rağmen|oysa|buna karşın|öte yandan|sınırlama|eleştiri',
    at: 'şehri|ülkesi',
    is: 'dır|dir|dur|dür|tır|tir|tur|tür|demektir|denir|anlamına gelir|olarak adlandırılır|olarak bilinir',
  },
  zh: {
    asks: {
      person: '谁|誰|哪位|何人',
      place: '哪里|哪裡|哪儿|何处|何處|在哪|哪个(?:国家|城市|地方|州)',
      time: '什么时候|什麼時候|何时|何時|哪一?年|哪天|几月|什么年份|何年',
      amount: '多少|几(?:个|次|名|位|年|岁|天|种)|多(?:长|久|远|大|高)|百分之几',
      reason: '为什么|為什麼|为何|為何|原因是什么',
    },
    asking: '什么|什麼|哪个|哪些|哪种|哪|怎么|怎麼|怎样|如何|请|解释|描述|是|的|了|吗|呢',
    figure: '[一二两三四五六七八九十百千万亿]+(?:个|次|名|位|年|岁|天|种|人|米|公里)|一半|百分之',
    time: '年|月|日|世纪|年代|今天|明天|昨天|之后|期间',
    because: '因为|因為|由于|由於|所以|因此|为了|导致',
    example: '例如|比如|譬如|像',
    contrast: '但是|但|然而|尽管|虽然|不过|相反|另一方面|局限|不足|批评',
    at: '在|位于|位於|来自',
    is: '是(?:一|指|由|位|最|世)|指的?是?|称为|稱為|意味着|被称为|叫做|定义为',
  },
  ja: {
    asks: {
      person: '誰|だれ|何者',
      place: 'どこ|どの(?:国|都市|町|州|地域)',
      time: 'いつ|何年|何月|何日|何世紀',
      amount:
        'いくつ|いくら|何(?:人|回|個|枚|本|歳|パーセント|キロ|メートル)|どのくらい|どれくらい|どれだけ',
      reason: 'なぜ|どうして|何故',
    },
    asking: '何|どの|どんな|どう|どのように|ですか|ますか|でしたか|ください|説明|とは',
    figure: '[一二三四五六七八九十百千万億]+(?:人|回|個|枚|本|歳|年|日|つ)|半分|パーセント',
    time: '年|月|日|世紀|年代|今日|明日|昨日|後|間',
    because: 'ため|ので|から|理由|原因|によって',
    example: '例えば|たとえば|など|のような',
    contrast: 'しかし|だが|ものの|一方|にもかかわらず|ただし|限界|批判',
    at: 'で|に|から',
    is: 'とは|という(?:の)?は|は、?[^。]{2,80}(?:である|です|をいう|を指す|のこと|と呼ばれ)',
  },
  ko: {
    asks: {
      person: '누구|누가',
      place: '어디|어느 (?:나라|도시|곳|지역)',
      time: '언제|몇 ?년|몇 ?월|며칠|몇 ?세기',
      amount: '얼마|몇 ?(?:명|개|번|회|살|퍼센트|시간|킬로|미터)',
      reason: '왜|어째서|무엇 때문',
    },
    asking: '무엇|무슨|어떤|어떻게|어느|입니까|인가요?|설명|이란|란',
    figure: '[두세네]\\s?(?:명|개|번)|절반|퍼센트|백|천|만|억',
    time: '년|월|일|세기|오늘|내일|어제|이후|동안',
    because: '때문|므로|따라서|위해|이유|원인',
    example: '예를 들어|예컨대|예로|같은',
    contrast: '그러나|하지만|반면|그럼에도|불구하고|다만|한계|비판',
    at: '에서|에',
    is: '(?:이란|란)|(?:은|는) [^.]{2,80}(?:이다|입니다|말한다|의미한다|뜻한다)',
  },
  ar: {
    asks: {
      person: '^من|لمن|من (?:هو|هي|هم|الذي)',
      place: 'أين|في أي (?:مدينة|بلد|مكان|دولة|ولاية)',
      time: 'متى|(?:في )?أي (?:عام|سنة|تاريخ|يوم|شهر|قرن)',
      amount: 'كم|ما (?:عدد|نسبة|مقدار)',
      reason: 'لماذا|ما سبب',
    },
    asking: 'ما|ماذا|أي|كيف|هل|اشرح|صف|معنى|يسمى|اسم|نوع',
    figure:
      'اثنان|اثنين|ثلاثة?|أربعة?|خمسة?|ستة?|سبعة?|ثمانية?|تسعة?|عشرة?|عشرون|عشرين|مئة|مائة|ألف|مليون|مليار|نصف|ثلث|ربع|بالمئة|ثانية|دقيقة|ساعة|يوم|أيام|أسبوع|شهر|سنة|سنوات|عام|قرن',
    time: 'يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر|عام|سنة|قرن|القرن|اليوم|غدا|أمس|بعد|خلال|منذ|حتى',
    because: 'لأن|بسبب|نتيجة|لذلك|لكي|من أجل|نظرا',
    example: 'على سبيل المثال|مثل|مثلا',
    contrast: 'لكن|ومع ذلك|رغم|على الرغم|بينما|من ناحية أخرى|بخلاف|نقد',
    at: 'في|من|إلى|قرب',
    is: 'هو|هي|هم|يعني|تعني|يسمى|تسمى|يعرف|تعرف|عبارة عن|يقصد',
  },
  hi: {
    asks: {
      person: 'कौन|किसने|किसका|किसकी|किसके|किसे',
      place: 'कहाँ|कहां|किस (?:देश|शहर|स्थान|राज्य|क्षेत्र)',
      time: 'कब|किस (?:वर्ष|साल|सन|तारीख|दिन|महीने|सदी)',
      amount: 'कितन[ेाी]|कितनों',
      reason: 'क्यों|किस कारण',
    },
    asking: 'क्या|कैसे|कौन सा|कौन सी|कौनसा|किस|समझाइए|बताइए|बताओ|अर्थ|कहते|नाम|प्रकार|है|हैं|था|थे|थी',
    figure:
      'दो|तीन|चार|पाँच|पांच|छह|सात|आठ|नौ|दस|बीस|सौ|हजार|हज़ार|लाख|करोड़|आधा|तिहाई|चौथाई|प्रतिशत|सेकंड|मिनट|घंटे|दिन|सप्ताह|महीने|वर्ष|साल|सदी',
    time: 'जनवरी|फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर|वर्ष|साल|सदी|शताब्दी|आज|कल|बाद|दौरान|तक',
    because: 'क्योंकि|कारण|इसलिए|वजह|ताकि',
    example: 'उदाहरण के लिए|जैसे|मसलन',
    contrast: 'लेकिन|परंतु|हालाँकि|हालांकि|फिर भी|जबकि|इसके विपरीत|सीमा|आलोचना',
    at: 'में|पर|से',
    is: 'है|हैं|था|थे|थी|कहलाता|कहलाती|कहते हैं|अर्थ|मतलब',
  },
};

/** Languages that are written without spaces between words. */
const DENSE = new Set(['zh', 'ja', 'ko']);
const compiled = new Map<string, RegExp>();
/** Returns the pattern of a cue for texts of a language. */
export function cuePattern(language: string, cue: string): RegExp {
  const key = `${language}\n${cue}`;
  let pattern = compiled.get(key);
  if (!pattern) {
    pattern = new RegExp(
      DENSE.has(language)
        ? `(?:${cue})`
        : `(?<![\\p{L}\\p{M}\\p{N}])(?:${cue})(?![\\p{L}\\p{M}\\p{N}])`,
      'giu',
    );
    compiled.set(key, pattern);
  }
  pattern.lastIndex = 0;
  return pattern;
}

/** `pt-BR` → `pt`; unsupported languages become `und`. */
export function languageCues(tag: string): string {
  const primary = (tag.split(/[-_]/)[0] ?? '').toLowerCase();
  return primary in CUES ? primary : baseLanguage(tag);
}

/** Returns the cues of a language; unknown languages get English ones. */
export const cuesOf = (language: string): Cues | undefined =>
  CUES[language === 'und' ? 'en' : language];
