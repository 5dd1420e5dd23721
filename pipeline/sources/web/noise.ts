/**
 * What sites call the parts that are not the article, and how such parts speak. Data for `prune.ts`; a name or a phrase is never enough by itself:
 * a part that holds much of the text is the article, whatever it is called.
 */

const named = (words: readonly string[]): RegExp => new RegExp(String.raw`(^|[\s_-])(${words.join('|')})([\s_-]|$)`, 'i');

/** Furniture, with or without pictures in it. */
export const FURNITURE = named([
  'share', 'shar(ing|ebar|etools)', 'sharedaddy', 'addthis\\w*', 'addtoany\\w*', 'social', 'socials', 'related', 'relatedposts', 'recirc\\w*', 'recommend\\w*', 'promo\\w*', 'teasers?', 'newsletter\\w*', 'subscri\\w*', 'sign-?up', 'cta', 'paywall-\\w+',
  'breadcrumbs?', 'byline\\w*', 'dateline', 'timestamp', 'author-?(bio|info|box|name|card|profile|details)', 'authors?', 'bio', 'about-the-author', 'tags', 'tag-?lists?', 'tagcloud', 'keywords', 'comments?', 'respond', 'disqus\\w*', 'sponsor\\w*', 'advert\\w*', 'ads?', 'adsbygoogle',
  'outbrain', 'taboola\\w*', 'read-?(more|also|next)', 'more-?(on|from|stories|news|links)', 'also-?(read|like)', 'see-?also', 'you-?may-?\\w*', 'up-?next', 'most-?(read|popular|viewed)', 'popular(-posts)?', 'trending', 'toolbar', 'nav', 'navbar', 'menu', 'pagination', 'pager', 'post-navigation',
  'copyright\\w*', 'disclaimer', '(entry|post|article)-?(meta|footer|info|tools|utils)', 'rating', 'popup', 'popover', 'modal', 'tooltip\\w*', 'rollover\\w*', 'cookies?', 'consent', 'gdpr', 'published', 'updated', 'follow', 'follow-us', 'boilerplate', 'syndigate\\w*', 'slide-?count', 'gallery-?-?(count|nav|controls?)', 'print-?(header|footer|only|info)',
  'breaking-?(now|news)', 'donat(e|ion)', 'editsection', 'jump-?links?', 'skip-?links?', 'mw-editsection', 'navbox\\w*', 'catlinks', 'toc-?toggle\\w*', 'headerlink', 'copy-?(button|btn|code)', 'back-?to-?top', 'reactions?', 'vote\\w*', 'vjs', 'video-?js', 'jw', 'jwplayer', 'plyr', 'mejs', 'player-?controls?', 'control-?bar', 'login\\w*', 'register',
]);
/** Never the article, however much of it there is, as long as it is not most of the page. */
export const APART = named(['comments?', 'comments?-?(area|list|section|wrapper|container|thread)', 'commentlist', 'respond', 'disqus\\w*', 'outbrain\\w*', 'taboola\\w*', 'newsletter\\w*', 'recirc\\w*', 'related-?(posts?|articles?|stories|news|content|links)', 'relatedposts?', 'author-?(bio|box|card|info)', 'about-the-author', 'most-?(read|popular)', 'sponsored\\w*', 'cookie-?(banner|notice|consent)']);
/** Text for print, for screen readers of the page's controls, or for later. */
export const UNSEEN = named(['d-none', 'hide', 'hidden', 'is-hidden', 'invisible', 'sr-only', 'screen-reader\\w*', 'visually-?hidden', 'visuallyhidden', 'u-hidden', 'print-only', 'd-print-\\w+', 'offscreen', 'a11y-hidden']);
/** Words about a picture: shown with it, not part of what is told. */
export const CAPTION = named(['captions?', 'wp-caption-text', 'caption-?text', 'credits?', 'image-?(credit|caption|meta|source|info)', 'photo-?(credit|caption|by|info)', 'media-?(caption|credit|info)', 'img-?(caption|credit)', 'figcaption', 'attribution', 'slide-?(caption|text|desc\\w*)', 'cutline', 'captionlink']);
/** Parts in which a picture stands with its words and nothing else. */
export const PICTURE = named(['(inline-?)?image\\w*', 'img', 'photos?', 'pictures?', 'figure', 'media', 'gallery\\w*', 'slideshow\\w*', 'slider\\w*', 'carousel\\w*', 'lightbox', 'illustration', 'imgbox', 'thumb(nail|inner|caption)?']);
/** The summary over an article, which its site keeps apart from the text. */
export const STANDFIRST = named(['standfirst', 'sub-?titles?', 'sub-?head(line|ing|er)?s?', 'dek', 'deck', '(article|post|entry|story)-?-?(summary|excerpt|intro|lead|description|subtitle|dek|deck|teaser|kicker)', 'summary', 'kicker', 'excerpt', 'strapline', 'tagline', 'headline', 'chapeau']);

const starts = (...phrases: string[]): string => `^[\\s>»›•\\-–—*|(\\[]*(${phrases.join('|')})`;
/** Short blocks that speak of the site, not of the matter, in the languages we know them in. */
export const SITE_TALK = new RegExp([
  starts(
    'advert(isement|ising)?s?\\W*$', 'sponsored( content)?\\W*$', 'read (more|also|next|the full)\\b', 'also read\\b', '(see|watch|read|listen)( also)?\\s*:', 'more\\s*:?\\W*$', '(more|related)( (stories|articles|posts|news|coverage|content|reading|links|videos?|topics))?\\s*:', 'related (stories|articles|posts|news|coverage|content|reading|links|videos?|topics)\\b', 'you (may|might) (also|like)\\b', 'recommended( for you)?\\W*$',
    '(please )?(subscribe|sign up|register)\\b[^.]{0,40}\\b(to|for|now|today|here|our)\\b', 'subscribe( now)?\\W*$', 'sign (up|in)\\W*$', 'log ?in\\W*$', '(get|receive) (the|our) (latest|best|top|daily|free|newsletter)\\b', '(click|tap) here\\b', '(don.t miss|must read|top picks|trending|most (read|popular|viewed))\\W*$', 'follow (us|me|him|her|them|@|\\S+( \\S+){0,3} on (twitter|facebook|instagram|x|linkedin))\\b', '(like|share|tweet|pin|email|print)( this| it)?( (story|article|post|page))?\\s*([!:?]|$|on\\b|with\\b)',
    'follow\\b.{1,60}\\bcoverage\\b', 'copyright\\b', '©', '\\(c\\) ?\\d{4}', 'all rights reserved', 'loading( content)?\\W*$', 'continue reading', '(story|article) continues', 'scroll (down )?(to|for) continue', '(photo|image|picture|video|graphic|illustration)s?( (credit|by|courtesy|source|via))?\\s*:', 'this (document|material|article|story) (is subject to copyright|may not be (published|reproduced))', 'citation\\s*:', 'filed under\\b', 'tags?\\s*:', 'posted (in|under)\\b', 'categor(y|ies)\\s*:',
    '(leave a|post a|add a|view|show|\\d+) (comment|repl(y|ies))s?\\b', 'comments?( \\(\\d+\\))?\\W*$', 'note: we are .{0,40}comments', 'by clicking\\b', 'we use (cookies|income)', 'this (post|article|page) (may )?contains? affiliate', 'join (our|the) (newsletter|mailing|conversation|discussion|community)', 'download (our|the) app', '(if you )?(liked?|enjoyed?) this (article|story|post)', 'have (a|an) (tip|story)', 'reach the reporters?\\b', 'for more (news|stories|information on)[^.]{0,60}(visit|follow|click|subscribe|sign)', 'the post .{3,120} (first )?appeared (first )?on\\b', 'save (this )?(story|article)\\W*$', 'caption\\W*$', 'close\\W*$', '\\d+ ?(of|/) ?\\d+\\W*$', 'image \\d+ ?(of )?\\d+',
    // German, French, Spanish, Portuguese, Italian, Dutch
    '(anzeige|werbung)\\W*$', 'lesen sie (auch|mehr|hier)', 'mehr zum thema', 'mehr dazu', 'auch interessant', '(jetzt )?(newsletter )?abonnieren', 'zum newsletter', '(foto|bild|quelle|bildquelle)s?\\s*:', '(publicité|annonce)\\W*$', 'lire (aussi|la suite|également)', '(à|a) lire (aussi|également)', "s'abonner", 'abonnez-vous', 'inscrivez-vous', 'partager( cet article| sur)?\\W*$', 'tous droits réservés', 'crédits? ?(photo)?\\s*:',
    '(publicidad|anuncio)\\W*$', '(lea|lee|leer|ver|mira) (también|además|más)', 'te puede interesar', 'suscr[ií]bete', 'comp[aá]rt(e|ir)\\b.{0,30}$', 'todos los derechos', 'publicidade\\W*$', '(leia|veja|confira|saiba) (também|mais)', 'assine\\b.{0,40}$', 'inscreva-se', 'compartilh(e|ar)\\b.{0,30}$', 'todos os direitos', '(foto|imagem|fonte|fuente|fonte)\\s*:', 'pubblicità\\W*$', 'leggi anche', 'potrebbe interessarti', 'iscriviti', 'condividi\\b.{0,30}$', 'tutti i diritti', 'lees (ook|meer)', 'advertentie\\W*$',
    // Polish, Russian, Turkish, Japanese, Korean, Chinese
    'czytaj (też|także|więcej|również)', 'zobacz (też|także|również)', 'reklama\\W*$', 'читайте (также|ещё|еще)', 'реклама\\W*$', 'подпи(шитесь|сывайтесь)', 'поделиться', 'фото\\s*:', 'reklam\\W*$', 'ayrıca (oku|bak)', '(関連|おすすめ)記事', '広告$', '続きを読む', '無断転載', '관련 ?기사', '광고$', '무단 ?전재', '<?저작권자', '相关(阅读|新闻|文章)', '广告$', '责任编辑', '延伸阅读',
  ),
  '\\b(contributed to this (report|story|article))\\W*$', '(^|\\W)\\(?(getty images|ap photo|shutterstock|istock(photo)?)\\W*$', '무단 ?전재 ?(및|&) ?재배포', '^[^.!?]{2,90}([/|]|\\bvia\\b|\\bfor\\b) ?\\(?(getty( images)?|reuters|afp|ap|epa|alamy|wireimage|bloomberg|usa today sports|shutterstock|istock(photo)?|ap photo|associated press)\\W*$', '^[\\s(]*(photo|photograph|image|picture|video|illustration|graphic|screenshot)s? (by|courtesy|via|from)\\b[^.!?]{0,80}$', '^a post shared by\\b', '^view this post on\\b', '^(&lt;|<)/?(span|div|p|a|img|iframe|script|style|br)\\b', '\\bcoment[aá]rios\\b.{0,160}\\b(moderad|aprovad)', '^@[\\w.]{2,30}$',
].join('|'), 'iu');
/** What makes a longer block that begins so nothing but that. */
export const SURE_TALK = /newsletter|copyright|©|twitter|facebook|instagram|comment|cookie|contributed|photo|subscri|^&?(lt;|<)/i;
/** `Figure 3:` is spoken of in the text, so its words are part of it. */
export const NUMBERED = /^(fig(ure|ura|\.)?|abb(ildung|\.)?|table|tab(elle|la|leau|\.)?|tabla|scheme|listing|algorithm|plate|chart|рис(унок|\.)?|図|图|圖|표|그림)\s*[\dIVX]+/iu;
