/** Consent layers: dialogs in front of a page, and pages that ask to consent or to pay. */
import { isIn, isShorter, lengthOf } from './block-text.ts';

const CONSENT_WORDS = new RegExp(
  [
    '\\b(cookies?|consent|privacy (policy|settings)|personal data|vendors?|tracking)\\b',
    '\\b(consentement|confidentialité|consentimiento|privacidad|consenso|informativa)\\b',
    '\\b(toestemming|privacyverklaring|einwilligung|datenschutz|zustimm|werbefrei)',
    '\\b(pur-abo|contentpass|personalisierte|endgerät)|クッキー|同意',
  ].join('|'),
  'giu',
);
/**
 * One word about consent per this many characters marks a consent form; articles have other
 * subjects too.
 */
const CONSENT_EVERY = 160;

const consentWords = (text: string): number => text.match(CONSENT_WORDS)?.length ?? 0;

/** Tells whether the whole text is about consent. */
export function speaksOfConsent(text: string, leastWords: number): boolean {
  const words = consentWords(text);
  return words >= leastWords && words * CONSENT_EVERY > text.length;
}

/** Dialogs of common consent managers, which stay in the page after consent. */
const CONSENT_DIALOGS = [
  '#cookie-law-info-bar,#cookie-law-info-again,.cli-modal,.cli-modal-backdrop',
  '.cky-consent-container,.cky-modal,.cky-overlay',
  '#onetrust-consent-sdk,#onetrust-banner-sdk,#onetrust-pc-sdk',
  '#CybotCookiebotDialog,#CybotCookiebotDialogBodyUnderlay',
  '.cmplz-cookiebanner,#cmplz-manage-consent',
  '#BorlabsCookieBox,#usercentrics-root,#didomi-host,#iubenda-cs-banner',
  '#moove_gdpr_cookie_info_bar,#moove_gdpr_cookie_modal',
  '#qc-cmp2-container,.qc-cmp2-container,[id^="sp_message_container"]',
  '#truste-consent-track,.osano-cm-window,.cc-window,#cookie-notice',
].join(',');
const DIALOGS = 'dialog,[role="dialog"],[role="alertdialog"],[aria-modal="true"]';
/** Names of other consent layers, which must also match by their text. */
const NAME = /cookie|consent|gdpr|dsgvo|datenschutz|privacy|\bcmp\b/i;
const MOST_LAYER = 6_000;
const LEAST_LAYER_WORDS = 2;
const LEAST_BESIDE = 200;
const NO_LAYER = new Set(['BODY', 'MAIN', 'ARTICLE', 'SCRIPT', 'STYLE']);
const WITHIN = new Set(['ARTICLE', 'PRE', 'CODE', 'H1', 'H2', 'P']);
const OF_ARTICLE = 'main,article,h1,[itemprop~="articleBody"]';

function isLayer(element: Element): boolean {
  return (
    !NO_LAYER.has(element.tagName) &&
    element.querySelector(OF_ARTICLE) === null &&
    !isIn(element, WITHIN) &&
    isShorter(element, MOST_LAYER) &&
    speaksOfConsent(element.textContent, LEAST_LAYER_WORDS)
  );
}

/** Removes consent layers from a page with other text; without any, the page is a consent form. */
export function dropConsentLayers(document: Document): void {
  const known = new Set(document.body.querySelectorAll(CONSENT_DIALOGS));
  const dialogs = new Set(document.body.querySelectorAll(DIALOGS));
  const layers = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      known.has(element) ||
      ((dialogs.has(element) ||
        NAME.test(element.getAttribute('class') ?? '') ||
        NAME.test(element.getAttribute('id') ?? '')) &&
        isLayer(element)),
  );
  const outer = layers.filter(
    (one) => !layers.some((other) => other !== one && other.contains(one)),
  );
  if (outer.length === 0) return;
  const inLayers = outer.reduce((sum, layer) => sum + lengthOf(layer), 0);
  if (lengthOf(document.body) - inLayers < LEAST_BESIDE) return;
  for (const layer of outer) layer.remove();
}
