/**
 * Rules for known addresses: tracking parameters, sites with several addresses for one page, and
 * redirect links.
 */

/**
 * Parameters of mailings, ads and share buttons on any site. Excludes names that a site might use
 * for content.
 */
export const TRACKING_PARAMETERS = new RegExp(
  `^(${[
    // campaigns
    'utm_\\w+',
    'utm-\\w+',
    'mtm_\\w+',
    'matomo_\\w+',
    'pk_(campaign|kwd|keyword|source|medium|content|cid)',
    'piwik_\\w+',
    'hsa_[a-z]+',
    'itm_\\w+',
    'bsft_\\w+',
    'at_(medium|campaign|custom\\d|link\\w*|bbc_team|format|ptr_name|platform|type|creation|variant|emailtype|recipient\\w*|send_date)',
    'ns_(mchannel|source|campaign|linkname|fee)',
    'wt\\.(mc_id|mc_ev|nav|z_\\w+|i_\\w+|srch|tsrc)',
    'wt_(mc|zmc)',
    'xtor',
    'cmpid',
    'icid',
    'ncid',
    's_(cid|kwcid)',
    'sc_(cid|campaign|channel)',
    'ef_id',
    'mkwid',
    'pcrid',
    'cndid',
    'dm_i',
    'ml_subscriber(_hash)?',
    'mc_(cid|eid|tc)',
    '_hs(enc|mi)',
    '__hs(sc|tc|fp)',
    'hsctatracking',
    'mkt_tok',
    'vero_(id|conv)',
    'oly_(anon|enc)_id',
    '_kx',
    'ck_subscriber_id',
    'elq(trackid|track|aid|at|cst|eid)',
    'nr_email_referer',
    'rb_clickid',
    'wickedid',
    'vgo_ee',
    '__s',
    // clicks
    'fbclid',
    'fb_(action_ids|action_types|source|ref|comment_id)',
    'action_(object|type|ref)_map',
    'gclid',
    'gclsrc',
    'gbraid',
    'wbraid',
    'gad_(source|campaignid)',
    'dclid',
    'msclkid',
    'y(m|s)?clid',
    '_openstat',
    'twclid',
    'ttclid',
    'li_fat_id',
    'igshid',
    'igsh',
    'epik',
    'zanpid',
    'tblci',
    'tblii',
    'dicbo',
    'oborigurl',
    'srsltid',
    'irclickid',
    'irgwc',
    'cjevent',
    '_branch_(match_id|referrer)',
    '__twitter_impression',
    'ref_src',
    'ref_url',
    'guccounter',
    'guce_referrer(_sig)?',
    'soc_(src|trk)',
    'sr_share',
    'asgtbndr',
    '_ga',
    '_gl',
    '_gac',
    'spm',
    'spm_id_from',
    'intcmp',
    'redirect(_log)?_mongo_id',
    'sb_referer_host',
    'phpsessid',
    'jsessionid',
  ].join('|')})$`,
  'i',
);

/** Can be noise or content: treated as noise if the page's canonical address omits them. */
export const POSSIBLE_TRACKING =
  /^(ref|refer|referr?er|ref_\w*|source|src|from|via|origin|cmp|campaign\w*|medium|partner|share\w*|social|rss|newsletter|nl|email|token|sid|session\w*|trk\w*|track\w*|click\w*|si|sk|fb|tw|gift|unlocked_article_code|amp)$/i;

interface Site {
  host: RegExp;
  /** the canonical host of the site */
  name?: string | ((host: string) => string);
  /** parameters that don't select content */
  drop?: RegExp;
  /** the canonical path of a page */
  path?(path: string): string;
  /** paths that identify a page without a query */
  alone?: RegExp;
}

const AMAZON =
  /^(?:(?:www|m|smile)\.)?amazon\.(?:com|co\.uk|co\.jp|de|fr|es|it|nl|ca|in|se|pl|sg|ae|sa|eg|com\.(?:au|br|mx|tr|be))$/;
const AMAZON_PRODUCT = /\/(?:dp|gp\/product|gp\/aw\/d)\/([A-Z0-9]{10})(?:\/|$)/;
const WIKIMEDIA =
  /^([a-z-]+)\.(?:m\.)?(wikipedia|wiktionary|wikiquote|wikisource|wikibooks|wikivoyage|wikinews|wikiversity|wikimedia)\.org$/;

/**
 * Sites that only use https and one host. Their other hosts show the same page at the same path.
 */
export const SITES: readonly Site[] = [
  {
    host: /^(www\.|m\.)?youtube\.com$/,
    name: 'www.youtube.com',
    drop: /^(si|feature|pp|ab_channel|app|persist_app|index|start_radio|rv|cbrd|ucbcb)$/,
  },
  {
    host: WIKIMEDIA,
    name: (host) => host.replace(WIKIMEDIA, '$1.$2.org'),
    drop: /^(wprov|useskin|useformat|mobileaction|veaction|oldformat)$/,
  },
  { host: /^(www\.|m\.)?wikidata\.org$/, name: 'www.wikidata.org' },
  {
    host: /^((www|m|mobile)\.)?(twitter|x)\.com$/,
    name: 'x.com',
    drop: /^(s|t|cxt|ref)$/,
    path: (path) => path.replace(/^(\/\w+\/status\/\d+)\/(photo|video)\/\d+$/, '$1'),
  },
  {
    host: /^((www|m|np|amp|new)\.)?reddit\.com$/,
    name: 'www.reddit.com',
    drop: /^(share_id|rdt|ref|ref_source|correlation_id)$/,
  },
  {
    host: /^((www|m|mbasic|touch|web)\.)?facebook\.com$/,
    name: 'www.facebook.com',
    drop: /^(__tn__|__xts__.*|__cft__.*|mibextid|rdid|refid|refsrc|paipv|eav|hc_ref|hc_location|fref|share_url)$/,
  },
  { host: /^(www\.)?instagram\.com$/, name: 'www.instagram.com', drop: /^(hl|img_index)$/ },
  {
    host: /^([a-z]{2}|www|m)\.linkedin\.com$/,
    name: 'www.linkedin.com',
    drop: /^(trk\w*|trackingid|refid|lipi|originalsubdomain|rcm|lici)$/i,
  },
  {
    host: /^(www\.)?tiktok\.com$/,
    name: 'www.tiktok.com',
    drop: /^(is_from_webapp|is_copy_url|sender_device|web_id|_r|_t|share_\w+|source|u_code|refer|referer_\w+|tt_from|timestamp|user_id)$/,
  },
  {
    host: /^((www|m)\.)?bilibili\.com$/,
    name: 'www.bilibili.com',
    drop: /^(vd_source|from_spmid|from|seid|share_\w+|unique_k|bbid|ts|buvid|plat_id|is_story_h5)$/,
  },
  {
    host: AMAZON,
    name: (host) => host.replace(/^((www|m|smile)\.)?/, 'www.'),
    drop: /^(ref_?|tag|linkcode|linkid|creative|camp|creativeasin|ascsubtag|qid|crid|sprefix|dib|dib_tag|content-id|p[fd]_rd_\w+|_encoding)$/i,
    path: amazonPath,
    alone: /^\/dp\/[A-Z0-9]{10}$/,
  },
  { host: /^((www|m)\.)?imdb\.com$/, name: 'www.imdb.com', drop: /^ref_$/ },
  {
    host: /^(www\.)?goodreads\.com$/,
    name: 'www.goodreads.com',
    drop: /^(from_search|from_srp|qid|rank|ref|ac)$/,
  },
  { host: /^open\.spotify\.com$/, drop: /^(si|context|nd|dl_branch|dlsi|_authfallback)$/ },
  { host: /(^|\.)medium\.com$/, drop: /^(source|gi)$/ },
  {
    host: /\.substack\.com$/,
    drop: /^(r|s|showwelcome\w*|triedredirect|isfreemail|publication_id|post_id|shareimagevariant)$/i,
  },
  {
    host: /^(www\.)?nytimes\.com$/,
    name: 'www.nytimes.com',
    drop: /^(smid|smtyp|partner|emc|campaign_id|instance_id|segment_id|user_id|regi_id|te|nl|referringsource|action|module|pgtype|region|contentcollection|contentplacement|src|mabreward)$/i,
  },
  {
    host: /^((www|amp)\.)?theguardian\.com$/,
    name: 'www.theguardian.com',
    drop: /^(cmp|intcmp|amp_js_v|usqp)$/i,
  },
  { host: /^(www\.)?bbc\.(com|co\.uk)$/, drop: /^(ocid|intlink_from_url|pinned_post_\w+)$/ },
  { host: /^amp\.(cnn|dw|scmp)\.com$/, name: (host) => host.replace('amp.', 'www.') },
  { host: /^(www\.)?wsj\.com$/, name: 'www.wsj.com', drop: /^(mod|reflink)$/ },
  { host: /^((www|dx)\.)?doi\.org$/, name: 'doi.org' },
  { host: /^((www|export)\.)?arxiv\.org$/, name: 'arxiv.org', drop: /^(context|source)$/ },
  { host: /^(www\.)?github\.com$/, name: 'github.com' },
  { host: /^((www|m)\.)?xkcd\.com$/, name: 'xkcd.com' },
  {
    host: /^(stackoverflow|serverfault|superuser|askubuntu)\.com$|\.stackexchange\.com$|^mathoverflow\.net$/,
    drop: /^(rq|lq|noredirect|newreg|so_medium|so_source|s)$/,
  },
  {
    host: /^(www\.)?vimeo\.com$/,
    name: 'vimeo.com',
    drop: /^(share|fl|fe|pgroup|embedded|owner|source)$/,
  },
];

/** A product is identified by its number alone, without the words and referrers around it. */
function amazonPath(path: string): string {
  const number = AMAZON_PRODUCT.exec(path)?.[1];
  return number === undefined ? path.replace(/\/ref=[^/]*$/, '') : `/dp/${number}`;
}

/** Redirect links, with the parameter that contains the target. */
export const REDIRECTS: readonly { host: RegExp; path: RegExp; to: string }[] = [
  { host: /^(www\.)?google\.[a-z.]{2,6}$/, path: /^\/url$/, to: 'q' },
  { host: /^(www\.)?google\.[a-z.]{2,6}$/, path: /^\/url$/, to: 'url' },
  { host: /^consent\.(google|youtube)\.[a-z.]{2,6}$/, path: /^\/(m|ml)$/, to: 'continue' },
  { host: /^(www\.)?youtube\.com$/, path: /^\/redirect$/, to: 'q' },
  { host: /^lm?\.(facebook|instagram)\.com$/, path: /^\/(l\.php)?$/, to: 'u' },
  { host: /^out\.reddit\.com$/, path: /^\//, to: 'url' },
  { host: /^(www\.)?getpocket\.com$/, path: /^\/redirect$/, to: 'url' },
  { host: /^duckduckgo\.com$/, path: /^\/l\/$/, to: 'uddg' },
  { host: /^(www\.)?vk\.com$/, path: /^\/away\.php$/, to: 'to' },
  { host: /^slack-redir\.net$/, path: /^\/link$/, to: 'url' },
  { host: /\.safelinks\.protection\.outlook\.com$/, path: /^\/$/, to: 'url' },
  { host: /^steamcommunity\.com$/, path: /^\/linkfilter\/$/, to: 'u' },
  { host: /^medium\.com$/, path: /^\/m\/global-identity(-2)?$/, to: 'redirectUrl' },
];
