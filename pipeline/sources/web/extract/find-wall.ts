/**
 * Recognises pages that replace the requested page: bot checks, sign-in forms, consent forms, and
 * error pages with status 200. They are never indexed. Only a page with hardly any text qualifies,
 * so that an article about captchas is not one.
 */
import type { FaultCode } from '#core/contract/faults.ts';
import { SENTENCE_END } from './block-text.ts';
import { speaksOfConsent } from './consent.ts';
import { textWeight } from './page-weight.ts';
import { lengthOfAll } from './removals.ts';

export interface Wall {
  code: FaultCode;
  message: string;
}

/** A page with more text isn't a wall. */
const MOST_TEXT = 2_500;
const MOST_ERROR_TEXT = 700;

/** Matches the source of the page, which is cheaper than parsing it. */
const CHALLENGE_MARKS =
  /\b(id|class)=["'][^"']{0,200}\b(challenge-(form|running|error-text)|cf-challenge-running|cf-error-details|px-captcha(-container)?|g-recaptcha|h-captcha|cf-turnstile|captcha-form|anubis_challenge)\b|captcha-delivery\.com|_Incapsula_Resource|<form[^<>]{0,300}action=["'][^"'<>]{0,300}captcha/i;
const SURE_CHALLENGE =
  /\bid=["'](challenge-form|px-captcha|anubis_challenge)["']|\bclass=["'][^"']{0,100}\bcf-turnstile\b/i;
const CHALLENGE_WORDS = new RegExp(
  [
    '^just a moment',
    '^attention required',
    'checking (if the site connection is secure|your browser)',
    'verif(y|ying) (that )?you are (a )?(human|not a (ro)?bot)',
    '(prove|confirm) (that )?you.?(re| are) (human|not a (ro)?bot)',
    'are you (a )?(human|robot)\\?',
    'not a robot',
    'pardon our interruption',
    'unusual (traffic|activity) (from|has been)',
    'enable javascript and cookies to continue',
    'making sure you.?re not a bot',
    'request unsuccessful\\. incapsula',
    'access to this page has been denied',
    'ddos protection by',
    'security check(point)?',
    'press (and|&) hold',
    'human verification',
    'sicherheitsüberprüfung',
    'ich bin kein roboter',
    'vérification de sécurité',
    'je ne suis pas un robot',
    'no soy un robot',
    'não sou um robô',
    'non sono un robot',
    'подтвердите, что',
    'я не робот',
    '人机验证',
    '安全验证',
    'ロボットではありません',
  ].join('|'),
  'iu',
);

const LOGIN_PATH =
  /\/(log-?in|sign-?in|signon|sso|oauth2?|account\/begin|auth|users\/sign_in|wp-login\.php|accounts?\/login)(\/|\.|\?|$)/i;
const LOGIN_WORDS =
  /\b((log|sign) ?in\b|login|anmelden|einloggen|se connecter|connexion|connectez-vous|iniciar sesi[oó]n|entrar|accedi|inloggen|zaloguj)|войти|вход|登录|登入|ログイン|로그인/iu;

const CONSENT_HOST = /^(consent|guce|cookie-?consent|privacy-?gate|myprivacy|cmp)\./i;
const CONSENT_MARKS =
  /\b(id|class|action)=["'][^"']{0,200}(consent|cookie|gdpr|sp_message|didomi|usercentrics)|<(form|button)[\s>]/i;
const LEAST_CONSENT_WORDS = 4;
/** Most characters of other prose on a consent page, such as menu and footer. */
const MOST_BESIDE_CONSENT = 400;
const MOST_CONSENT_TEXT = 12_000;
const PROSE_LENGTH = 60;

const ERROR_TITLE = new RegExp(
  [
    '^(error )?(4\\d\\d|50\\d)\\b',
    '\\b(404|410|403|500|502|503)( error)?\\W*$',
    'page (can.?t be|could not be|cannot be|not) (found|displayed)',
    '\\bnot found\\b',
    'no longer (exists|available)',
    'page (doesn.?t|does not) exist',
    '^(oops|whoops|sorry)\\b',
    '^access denied',
    '^forbidden',
    '^service unavailable',
    '^internal server error',
    '^bad gateway',
    'something went wrong',
    '^error\\W*$',
    'this (content|page|article|video) (isn.?t|is not) available',
    'seite (wurde )?nicht gefunden',
    'nicht verfügbar',
    'page (introuvable|non trouvée)',
    'página no encontrada',
    'página não encontrada',
    'pagina non trovata',
    'pagina niet gevonden',
    'strona nie została znaleziona',
    'страница не найдена',
    'ページが見つかりません',
    '页面(不存在|未找到)',
    '找不到(网页|页面)',
    '페이지를 찾을 수 없',
  ].join('|'),
  'iu',
);

const AGAIN = 'Open it in your browser, save it as PDF, and add the file.';
const WALLS = {
  challenge: {
    code: 'private_or_removed',
    message: `The site shows a CAPTCHA instead of this page. ${AGAIN}`,
  },
  login: {
    code: 'private_or_removed',
    message: `This page is behind a sign-in form. Sign in to it in your browser, save it as PDF, and add the file.`,
  },
  consent: {
    code: 'no_text',
    message: `The site shows a consent form instead of this page. ${AGAIN}`,
  },
} as const satisfies Record<string, Wall>;

interface WalledPage {
  url: string;
  title: string;
  /** the extracted text */
  text: string;
  /** all text blocks of the page */
  others: readonly string[];
}

const isOtherProse = (text: string): boolean =>
  text.length >= PROSE_LENGTH && SENTENCE_END.test(text) && !speaksOfConsent(text, 1);

const notFound = (title: string): Wall => ({
  code: 'not_found',
  message: `The site returned an error page (“${title.slice(0, 80)}”). Check the link.`,
});

/** A title that only reports an error; other stories may follow below. */
const BARE_ERROR = new RegExp(
  `^\\W*(error |fehler )?(404|410)?\\W*(${[
    '(the |this )?page (was |is |could |can)?(not|n.t) (be )?found',
    'not found',
    'page (does not|doesn.t) exist',
    '(die |diese )?seite (wurde |konnte )?nicht gefunden( werden)?',
    'page (introuvable|non trouvée)',
    'página no encontrada',
    'página não encontrada',
    'pagina non trovata',
    'pagina niet gevonden',
  ].join('|')})?\\W*$`,
  'iu',
);
const MOST_ERROR_TITLE = 60;
const PARAGRAPH_LENGTH = 200;
const LEAST_PARAGRAPHS = 3;
function isErrorPage({ title, text }: WalledPage): boolean {
  if (text.length < MOST_ERROR_TEXT) return ERROR_TITLE.test(title);
  const name = title.split(/ [|–—·-] /)[0] ?? '';
  const paragraphs = text
    .split('\n')
    .filter((line) => line.length >= PARAGRAPH_LENGTH && SENTENCE_END.test(line));
  return (
    /\w/.test(name) &&
    name.length <= MOST_ERROR_TITLE &&
    BARE_ERROR.test(name) &&
    paragraphs.length < LEAST_PARAGRAPHS
  );
}

/**
 * Returns the kind of wall, from the source of the page and its extracted `text`; undefined for an
 * ordinary page.
 */
export function findWall(html: string, page: WalledPage): Wall | undefined {
  const { hostname, pathname } = new URL(page.url);
  if (CONSENT_HOST.test(hostname)) return WALLS.consent;
  if (
    page.text.length <= MOST_CONSENT_TEXT &&
    speaksOfConsent(page.text, LEAST_CONSENT_WORDS) &&
    CONSENT_MARKS.test(html) &&
    lengthOfAll(page.others.filter(isOtherProse)) <= MOST_BESIDE_CONSENT
  )
    return WALLS.consent;
  if (page.text.length > MOST_TEXT) return isErrorPage(page) ? notFound(page.title) : undefined;
  const opening = `${page.title}\n${page.text.slice(0, 800)}`;
  const isShort = page.text.length < MOST_ERROR_TEXT;
  if (
    isShort &&
    (CHALLENGE_WORDS.test(page.title) ||
      (CHALLENGE_WORDS.test(opening) && (page.text.length < 400 || CHALLENGE_MARKS.test(html))) ||
      (SURE_CHALLENGE.test(html) && textWeight(html) < MOST_TEXT))
  )
    return WALLS.challenge;
  if (isShort && LOGIN_PATH.test(pathname) && LOGIN_WORDS.test(page.title)) return WALLS.login;
  if (
    isShort &&
    /\btype=["']?password\b/i.test(html) &&
    (LOGIN_PATH.test(pathname) || LOGIN_WORDS.test(opening))
  )
    return WALLS.login;
  return isErrorPage(page) ? notFound(page.title) : undefined;
}
