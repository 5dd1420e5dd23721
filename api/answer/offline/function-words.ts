/** The function words of each language, which separate phrases and identify nouns. */

/** Function words that lists of stop words lack, in languages with spaces. */
export const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  en: "one two three four five first second third many much most more less several some other others another such also even still well just like way ways thing things people time times lot lots kind part parts number example examples use used using make makes made making take takes took taken get gets got go goes going went come comes came know known think want need look see seen say says said called became become becomes including include includes included however although though while since until within without among between during after before because therefore thus often usually generally very really actually right okay yeah gonna new good great large small high low long early late different same able around own every each both few least various certain per may might must could would should since upon via etc people year years day days today first last next back still let us it's that's don't can't didn't doesn't isn't i'm you're we're they're there's what's",
  de: 'zwei drei vier fünf erste ersten zweite zweiten viele vielen mehr meist meisten weitere weiteren andere anderen beispiel sowie wurde wurden werden worden wird kann können konnte konnten muss müssen soll sollte gibt geben machen macht machte gemacht kommen kommt ging gehen steht stehen dabei damit dann denn daher jedoch allerdings bereits heute jahr jahre jahren jahres tag tage zeit zeiten teil teile neue neuen großen große kleine etwa rund während seit bis zwischen durch gegen ohne unter etwas ganz eben halt natürlich eigentlich leute',
  es: 'puede pueden poder podía podría ser sido siendo era eran estar está están este esta estos estas ese esa hacer hace hizo hecho haber había han tener tiene tienen tuvo dos tres primer primera primero segundo muchos muchas mucho más menos otro otra otros otras ejemplo forma parte vez veces año años día días tiempo cada mismo misma través durante desde entre según además sino aunque embargo bien gran grande nuevo nueva aproximadamente cosas cosa gente',
  fr: 'peut peuvent pouvoir être été étant était étaient avoir fait faire faite deux trois premier première premiers plusieurs autre autres plus moins très aussi exemple partie fois année années jour jours temps chaque même mêmes selon pendant depuis entre ainsi alors cependant bien grand grande nouveau nouvelle environ chose choses gens cette ces comme sans sous dont afin toutes tous tout',
  it: 'può possono potere essere stato stata stati erano era avere fatto fare due tre primo prima seconda altro altra altri altre più meno molto molti esempio parte volta volte anno anni giorno tempo ogni stesso stessa secondo durante tra fra inoltre tuttavia anche grande nuovo nuova circa cosa cose gente viene vengono',
  pt: 'pode podem poder ser sido sendo eram estar está estão fazer faz feito haver ter tem têm dois duas três primeiro primeira segundo muitos muitas mais menos outro outra outros outras exemplo forma parte vez vezes ano anos dia dias tempo cada mesmo mesma através durante desde entre segundo além embora grande novo nova cerca coisa coisas gente',
  nl: 'twee drie eerste tweede vele veel meer meeste andere voorbeeld werd werden worden wordt kan kunnen kon moet moeten gaat gaan maakt maken gemaakt komt komen jaar jaren dag dagen tijd deel nieuwe grote kleine ongeveer tijdens sinds tussen zonder onder iets heel mensen',
  ru: 'один одна одно одной одного одним два две три первый первая первые второй год года году годы лет время времени день дней которые который которых которая которое которым может могут можно быть стал стала стали является являются называются называется также более менее многие многих большинство большинстве другие других другой например часть раз между после перед около однако поэтому этого этой этих свои своих своей такие таких такой новый новые большой люди людей средней хотя',
  tr: 'bir iki üç ilk ikinci birçok daha çok diğer başka örneğin yıl yılında gün zaman olarak olan oldu olduğu edilen etti eden göre sonra önce kadar büyük yeni ise ile için gibi ancak hem bazı her',
  zh: '这个 那个 这些 那些 这种 一个 一些 一种 我们 你们 他们 她们 它们 自己 以及 因为 所以 但是 可以 没有 什么 怎么 如果 由于 因此 其中 其他 之一 并且 而且 或者 就是 不是 还是 都是 已经 进行 通过 根据 包括 成为 认为 作为 为了 之后 之前 时候 现在 今天 非常 很多 许多 大约 超过 第一 主要 不同 这样 那么 然后 对于 关于 最后 开始 可能 需要 使用 称为 被称为 的 了 是 在 和 有 把 着 被 与 及 或 也 就 都 而 但 于 以 其 之 这 那 他 她 它 我 你 们 个 一 不 没 很 更 最 从 到 对 由 为 向 给 让 使 所 则 因 如 当 并 还 又 再 只 会 能 可 要 将 已 曾 等 后 前 中 里 上 下 内 外 时 年 月 日 次 种 位 名 说 称 做 来 去 过 得 地 用 二 两 三 四 五 六 七 八 九 十 百 千 万 亿 例如 表示 定义 意味着 解决 确定 具有 存在 必须 所有 任何 给定 决定 产生 即 该 此 每 各 某 您 呢 吗 吧 啊',
  ja: 'こと もの ため よう それ これ ここ そこ 場合 以上 以下 以降 現在 当時 多く 一部 最初 最後 時代 結果 必要 可能 自分 私 彼 彼女 人 年 月 日 後 前 中 間 的 化 者 性',
  ko: '그는 그녀는 있다 있는 있었다 한다 했다 하는 하고 이다 있으며 또한 그리고 그러나 위해 위한 대한 대해 통해 따라 가장 모든 많은 다른 같은 이후 이전 당시 현재 경우 때문에 함께 다시 주로 약 등 및 것 것이다 것은 수 될 된 되는 되었다 때 중 후 더 첫',
  hi: 'है हैं था थे थी और का के की को में से पर ने एक यह वह इस उस ये वे जो कि हो होता होती होते गया गए गई किया किए करने करता करते कर लिए साथ बाद भी ही तो नहीं अपने अपनी अपना कुछ सभी तक द्वारा रूप या जब तब जैसे हुए हुई हुआ इसके उनके उसके इन उन सकता सकते सकती रहा रहे रही दिया दो तीन जा जाता जाती जाते बहुत अन्य',
};
/** Articles and other words that precede a noun and so distinguish nouns from verbs. */
export const ARTICLES: Readonly<Record<string, RegExp>> = {
  en: /^(?:the|a|an|this|that|these|those|its|their|his|her|our|of|in|on|for|by|with|from|no|any|each|every)$/i,
  de: /^(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|im|am|zum|zur|vom|ihre?r?|seine?r?|von|mit|durch|für)$/i,
  es: /^(?:el|la|los|las|un|una|unos|unas|del|al|de|su|sus|este|esta|con|por|para|en)$/i,
  fr: /^(?:le|la|les|un|une|des|du|au|aux|de|sa|son|ses|leur|leurs|ce|cette|l|d|par|pour|avec|en)$/i,
  pt: /^(?:o|a|os|as|um|uma|do|da|dos|das|no|na|nos|nas|de|seu|sua|com|por|para|em)$/i,
  it: /^(?:il|lo|la|i|gli|le|un|una|uno|del|della|dei|delle|di|nel|nella|al|alla|con|per|in|l)$/i,
  nl: /^(?:de|het|een|dit|deze|die|dat|zijn|hun|van|in|met|door|voor)$/i,
};
/** Words allowed between the beginning of a sentence and the term that it defines. */
export const LEAD: Readonly<Record<string, string>> = {
  en: '(?:the|a|an|in \\p{L}+,(?: an?| the)?) ',
  de: '(?:der|die|das|ein|eine|unter) ',
  es: '(?:el|la|los|las|un|una) ',
  fr: "(?:les? |la |une? |l[’'])",
  pt: '(?:o|a|os|as|um|uma) ',
  it: "(?:il |lo |la |i |gli |le |un |una |l[’'])",
  nl: '(?:de|het|een) ',
};
