/** Rules for known sites: which addresses are the same page, and which only redirect. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalUrl, youtubeWatchUrl } from './canonical-url.ts';
import { REDIRECTS, SITES, TRACKING_PARAMETERS } from './known-sites.ts';

describe('one page with several addresses', () => {
  it.each([
    ['https://www.wikidata.org/wiki/Q42', 'http://m.wikidata.org/wiki/Q42#P31'],
    [
      'https://commons.wikimedia.org/wiki/File:Otter.jpg',
      'http://commons.m.wikimedia.org/wiki/File:Otter.jpg?useformat=mobile',
    ],
    [
      'https://www.reddit.com/r/otters/comments/1a/b/',
      'http://m.reddit.com/r/otters/comments/1a/b/?share_id=x&rdt=5',
    ],
    [
      'https://www.facebook.com/otters/posts/1',
      'https://mbasic.facebook.com/otters/posts/1?__tn__=R&__cft__[0]=a&mibextid=x&refid=1',
    ],
    ['https://www.facebook.com/watch/?v=1', 'https://m.facebook.com/watch/?v=1&rdid=a&share_url=b'],
    ['https://www.instagram.com/p/abc/', 'http://instagram.com/p/abc/?igsh=x&img_index=2&hl=de'],
    [
      'https://www.linkedin.com/posts/ada_1',
      'https://de.linkedin.com/posts/ada_1?trk=public_post&trackingId=a&originalSubdomain=de&rcm=b',
    ],
    [
      'https://www.tiktok.com/@ada/video/1',
      'https://tiktok.com/@ada/video/1?is_from_webapp=1&sender_device=pc&_r=1&share_app_id=2',
    ],
    [
      'https://www.bilibili.com/video/BV1?p=2',
      'https://m.bilibili.com/video/BV1?p=2&vd_source=a&share_medium=b&spm_id_from=333',
    ],
    ['https://www.imdb.com/title/tt1/', 'http://m.imdb.com/title/tt1/?ref_=fn_al_tt_1'],
    [
      'https://www.goodreads.com/book/show/1',
      'https://goodreads.com/book/show/1?from_search=true&qid=a&rank=1&ac=1',
    ],
    ['https://open.spotify.com/episode/1', 'http://open.spotify.com/episode/1?si=a&nd=1&context=b'],
    [
      'https://ada.substack.com/p/otters',
      'http://ada.substack.com/p/otters?r=1a&s=r&showWelcome=true&triedRedirect=true',
    ],
    [
      'https://www.nytimes.com/2026/01/02/otters.html',
      'http://nytimes.com/2026/01/02/otters.html?smid=tw-share&referringSource=articleShare&te=1',
    ],
    ['https://www.bbc.co.uk/news/1', 'http://www.bbc.co.uk/news/1?ocid=wsnews&intlink_from_url=x'],
    ['https://www.cnn.com/2026/otters', 'https://amp.cnn.com/2026/otters'],
    [
      'https://www.wsj.com/articles/otters-1',
      'http://wsj.com/articles/otters-1?mod=e2tw&reflink=a',
    ],
    ['https://github.com/ada/otters', 'http://www.github.com/ada/otters#readme'],
    ['https://xkcd.com/1/', 'http://m.xkcd.com/1/'],
    [
      'https://stackoverflow.com/questions/1/otters',
      'http://stackoverflow.com/questions/1/otters?rq=1&noredirect=1&lq=1',
    ],
    [
      'https://biology.stackexchange.com/q/1',
      'http://biology.stackexchange.com/q/1?newreg=a&so_source=b',
    ],
    [
      'https://www.amazon.co.jp/dp/B00EXAMPLE',
      'https://smile.amazon.co.jp/gp/aw/d/B00EXAMPLE/?th=1&psc=1',
    ],
    ['https://www.amazon.com/s?k=otter', 'http://amazon.com/s?k=otter&ref=nb_sb_noss&crid=a&dib=b'],
    ['https://arxiv.org/pdf/2101.00001v2', 'http://export.arxiv.org/pdf/2101.00001v2'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?share=copy&fl=a'],
  ])('%s', (page, other) => {
    expect(canonicalUrl(other)).toBe(page);
    expect(canonicalUrl(page)).toBe(page);
  });

  it.each([
    ['a region of BBC', 'https://www.bbc.com/news/1', 'https://www.bbc.co.uk/news/1'],
    ['a comment', 'https://www.reddit.com/a/?context=3', 'https://www.reddit.com/a/'],
    [
      'a part of a video',
      'https://www.bilibili.com/video/B?p=1',
      'https://www.bilibili.com/video/B',
    ],
    ['a line of code', 'https://github.com/a/b?tab=readme', 'https://github.com/a/b?tab=license'],
    ['another host', 'https://reddit.com.example/a', 'https://www.reddit.com/a'],
    ['a host of a person', 'https://ada.github.com/otters', 'https://github.com/otters'],
    ['a port', 'http://xkcd.com:8080/1/', 'https://xkcd.com/1/'],
    ['two letters of a host', 'https://notx.com/a/status/1', 'https://x.com/a/status/1'],
  ])('%s distinguishes two pages', (_, one, other) =>
    expect(canonicalUrl(one)).not.toBe(canonicalUrl(other)),
  );

  it('is idempotent on every site', () => {
    const names = SITES.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      const page = `https://${name}/some/page`;
      expect(canonicalUrl(page)).toBe(page);
      expect(canonicalUrl(`http://${name}/some/page`)).toBe(page);
      expect(SITES.filter(({ host }) => host.test(name)).length).toBe(1);
    }
  });
});

describe('a redirect link', () => {
  const target = 'https://example.com/a?b=1&c=2';
  const to = encodeURIComponent(target);
  it.each([
    `https://www.google.com/url?sa=t&q=${to}&ved=1`,
    `https://google.co.uk/url?url=${to}`,
    `https://consent.google.de/ml?continue=${to}&gl=DE`,
    `https://www.youtube.com/redirect?event=video_description&q=${to}`,
    `https://lm.facebook.com/l.php?u=${to}&h=AT0`,
    `https://l.instagram.com/?u=${to}&e=AT0`,
    `https://out.reddit.com/t3_1?url=${to}&token=a`,
    `https://getpocket.com/redirect?url=${to}&h=a`,
    `https://duckduckgo.com/l/?uddg=${to}&rut=a`,
    `https://vk.com/away.php?to=${to}`,
    `https://slack-redir.net/link?url=${to}&v=3`,
    `https://eur01.safelinks.protection.outlook.com/?url=${to}&data=05&reserved=0`,
    `https://steamcommunity.com/linkfilter/?u=${to}`,
    `https://medium.com/m/global-identity-2?redirectUrl=${to}`,
  ])('%s', (link) => expect(canonicalUrl(link)).toBe(target));
  it('can lead to another redirect link', () => {
    const inner = `https://l.facebook.com/l.php?u=${to}`;
    expect(canonicalUrl(`https://www.google.com/url?q=${encodeURIComponent(inner)}`)).toBe(target);
  });
  it('to a video becomes the video', () =>
    expect(
      canonicalUrl(
        `https://www.youtube.com/redirect?q=${encodeURIComponent('https://youtu.be/dQw4w9WgXcQ?t=4')}`,
      ),
    ).toBe(youtubeWatchUrl('dQw4w9WgXcQ')));
  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    '//example.com',
    'example.com',
    '',
  ])('is not followed to %j', (inner) => {
    for (const host of ['www.google.com/url?q', 'duckduckgo.com/l/?uddg']) {
      const url = canonicalUrl(`https://${host}=${encodeURIComponent(inner)}`);
      expect(new URL(url).hostname).toBe(host.split('/', 1)[0]);
    }
  });
  it('has a host without other pages', () => {
    for (const { host } of REDIRECTS)
      for (const other of ['example.com', 'google.com.example', 'medium.com.example', 'notvk.com'])
        expect(host.test(other)).toBe(false);
  });
});

describe('parameters on any site', () => {
  const NOISE = [
    'utm_source',
    'UTM_CAMPAIGN',
    'utm-medium',
    'mtm_kwd',
    'pk_cid',
    'hsa_acc',
    'itm_source',
    'at_bbc_team',
    'ns_mchannel',
    'wt.mc_id',
    'xtor',
    'mc_cid',
    '_hsenc',
    'mkt_tok',
    'vero_id',
    'elqTrackId',
    'fbclid',
    'fb_action_ids',
    'gclid',
    'gad_source',
    'msclkid',
    'yclid',
    'ymclid',
    'twclid',
    'igshid',
    'srsltid',
    'guce_referrer_sig',
    '_ga',
    '_gl',
    'spm',
    'PHPSESSID',
    'jsessionid',
  ];
  const CONTENT = [
    'id',
    'page',
    'q',
    'v',
    'p',
    'lang',
    'utm',
    'utm_',
    'gclid2',
    'at_time',
    'pk',
    'pk_id',
    'ns',
    'wt',
    'source',
    'ref',
    'from',
    'share',
    'session',
    'constructor',
  ];
  it.each(NOISE)('%s is noise', (name) => {
    expect(TRACKING_PARAMETERS.test(name)).toBe(true);
    expect(canonicalUrl(`https://example.com/x?a=1&${name}=y&b=2`)).toBe(
      'https://example.com/x?a=1&b=2',
    );
  });
  it.each(CONTENT)('%s may select the content', (name) => {
    const url = `https://example.com/x?a=1&${name}=y`;
    expect(canonicalUrl(url)).toBe(url);
  });
  it('that are noise make no difference, in any number and order', () => {
    const pair = fc.oneof(
      fc.tuple(fc.constantFrom(...NOISE), fc.constant(false)),
      fc.tuple(fc.constantFrom(...CONTENT), fc.constant(true)),
    );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 12 }), (pairs) => {
        const query = (all: typeof pairs) => all.map(([name], n) => `${name}=${n % 3}`).join('&');
        const kept = pairs.map(([name, isKept], n) => (isKept ? `${name}=${n % 3}` : ''));
        const wanted = kept.filter((it) => it !== '').join('&');
        expect(canonicalUrl(`https://example.com/x?${query(pairs)}`)).toBe(
          `https://example.com/x${wanted === '' ? '' : `?${wanted}`}`,
        );
      }),
    );
  });
});
