/**
 * Recognises pages that replace the requested page: bot checks, sign-in forms, consent forms, and
 * error pages with status 200. They are never indexed. Only a page with hardly any text qualifies,
 * so that an article about captchas is not one.
 */
import type { FaultCode } from '#core/contract/faults.ts';
import { textWeight } from './page-weight.ts';

export interface Wall {
  code: FaultCode;
  message: string;
}

/** A page with more text than this is no wall. */
const MOST_TEXT = 2_500;
const MOST_ERROR_TEXT = 700;

/** Works on the source of the page, which costs less than a tree. */
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
const CONSENT_WORDS =
  /\b(cookies?|consent|privacy (policy|settings)|personal data|vendors?|einwilligung|datenschutz|zustimm\w+|cookies akzeptieren|consentement|confidentialité|consentimiento|privacidad|consenso|informativa|toestemming|privacyverklaring)\b|クッキー|同意/giu;
/**
 * One word about consent per this many characters marks a consent form; articles have other
 * subjects too.
 */
const CONSENT_EVERY = 160;
const LEAST_CONSENT_WORDS = 4;

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
    message: `The site asks to prove that a person is reading before it shows this page. ${AGAIN}`,
  },
  login: {
    code: 'private_or_removed',
    message: `This page is behind a sign-in form. Sign in to it in your browser, save it as PDF, and add the file.`,
  },
  consent: {
    code: 'no_text',
    message: `The site shows its consent form in place of this page. ${AGAIN}`,
  },
} as const satisfies Record<string, Wall>;

/**
 * Returns the kind of wall, from the source of the page and its extracted `text`; undefined for an
 * ordinary page.
 */
export function findWall(
  html: string,
  page: { url: string; title: string; text: string },
): Wall | undefined {
  const { hostname, pathname } = new URL(page.url);
  if (CONSENT_HOST.test(hostname)) return WALLS.consent;
  if (page.text.length > MOST_TEXT) return undefined;
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
  const consent = page.text.match(CONSENT_WORDS)?.length ?? 0;
  if (
    consent >= LEAST_CONSENT_WORDS &&
    consent * CONSENT_EVERY > page.text.length &&
    CONSENT_MARKS.test(html)
  )
    return WALLS.consent;
  if (isShort && ERROR_TITLE.test(page.title))
    return {
      code: 'not_found',
      message: `The site answers with an error page (“${page.title.slice(0, 80)}”). Check the link.`,
    };
  return undefined;
}
