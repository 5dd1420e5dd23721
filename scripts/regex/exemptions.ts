/**
 * Regexes that neither the linter nor the fuzz test judges, each with the reason: what they read is short or our own.
 * As they are written in the source, with their flags. scripts/regex-fuzz.test.ts fails when one is no longer there.
 */
export const EXEMPT: Readonly<Record<string, string>> = {
  [String.raw`/(?:没有|並未|并未|未|沒有|无法|無法|不)[^。！？\n]{0,30}(?:提到|提及|说明|說明|包含|找到|回答|信息|資訊|内容)/u`]:
    'Reads answers shorter than 1,200 characters (api/answer/unanswered.ts), and at most 30 characters from each start.',
  [String.raw`/(?:資料|出典|ソース|文書|情報|記述)[^。！？\n]{0,30}(?:ない|ません|なかった)/u`]:
    'Reads answers shorter than 1,200 characters (api/answer/unanswered.ts), and at most 30 characters from each start.',
  [String.raw`/\s*<link [^>]*data-at="([^"]+)"[^>]*>/g`]:
    'Reads the page that we have built ourselves.',
  [String.raw`/\/\*.*?\*\//g`]: 'Reads the style sheets of the font packages.',
  [String.raw`/@font-face \{[^}]*\}/g`]: 'Reads the style sheets of the font packages.',
  [String.raw`/\/\*[^]*?\*\//g`]: 'Reads our own style sheet.',
  [String.raw`/^(.{1,200}?)[\s\-–—:.|]+[([]?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})[)\]]?\s*$/`]:
    'Reads lines of at most 300 characters (pipeline/sources/youtube/chapters.ts).',
  [String.raw`/-(?=.{9,}$)[A-Za-z0-9_-]+$/`]:
    'Reads keys of at most 100 characters (pipeline/sources/youtube/choose-captions.ts).',
  // recheck does not see that these are sticky and end with their repetition: whatever comes, they match at once and never go back.
  [String.raw`/(?:[-\w\u0080-\uffff]|\\(?:[0-9a-f]{1,6}(?:\r\n|[ \t\r\n\f])?|[^0-9a-f\r\n\f]))+/iy`]:
    'Never goes back.',
  [String.raw`/(?:[^"'()\\ \t\r\n\f]|\\(?:[0-9a-f]{1,6}(?:\r\n|[ \t\r\n\f])?|[^0-9a-f\r\n\f]))*/iy`]:
    'Never goes back.',
  // recheck is wrong about these: the lookbehind refuses every later start within a name. 1 MB of `A` takes 20 ms.
  [String.raw`/(?<![\w.-])[\w.-]+\.(?:gif|png|svg|jpe?g|webp)$/i`]: 'Enters each name once.',
  [String.raw`/(?<![\p{L}\p{M}’'.-])\p{Lu}[\p{L}\p{M}’'.-]*\s+(?:(?:von|van|de|da|di|bin|ibn|al|el|фон|де)\s+)?\p{Lu}[\p{L}\p{M}’'-]+/gu`]:
    'Reads one sentence of a passage, and enters each name once.',
};

/** Modules whose regexes are built from text when they are loaded, and read short text only. */
export const EXEMPT_BUILT: Readonly<Record<string, string>> = {
  'api/answer/unanswered.ts': 'Reads answers shorter than 1,200 characters.',
  'api/features/posts/page/fonts.ts': 'Reads the style sheets of the font packages.',
};
