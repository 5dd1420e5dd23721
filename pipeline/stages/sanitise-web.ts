/**
 * Sanitises Web views. Uses DOMPurify on jsdom, which it supports; on other DOM implementations it
 * may return its input unchanged. The imports take most of a second, so only the parsing child
 * loads this file, when a Web view is opened.
 */
import createDOMPurify from 'dompurify';
import type { Config, DOMPurify } from 'dompurify';
import { JSDOM } from 'jsdom';
import { safeAddress } from './safe-address.ts';
import { safeCss } from './safe-css.ts';

const FORMS = [
  'form',
  'input',
  'button',
  'select',
  'option',
  'optgroup',
  'datalist',
  'textarea',
  'fieldset',
  'output',
  'dialog',
];
const NEVER = [
  ...FORMS,
  'script',
  'noscript',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
  'portal',
  'base',
  'meta',
  'template',
  'slot',
  'shadow',
  'canvas',
  'map',
  'area',
  'animatecolor',
  'animatemotion',
  'animatetransform',
  'set',
  'animate',
  'foreignobject',
  'use',
];
const NEVER_ATTRIBUTES = [
  'action',
  'formaction',
  'ping',
  'download',
  'autoplay',
  'autofocus',
  'contenteditable',
  'popover',
  'popovertarget',
  'accesskey',
  'tabindex',
  'integrity',
  'crossorigin',
  'nonce',
  'background',
  'longdesc',
  'lowsrc',
  'dynsrc',
  'usemap',
  'ismap',
  'is',
  'part',
  'slot',
  'http-equiv',
  'manifest',
  'profile',
  'data',
  'codebase',
  'classid',
  'archive',
  'xml:base',
];
const WEB: Config = {
  FORBID_ATTR: NEVER_ATTRIBUTES,
  ALLOW_DATA_ATTR: false,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  KEEP_CONTENT: true,
  USE_PROFILES: { html: true, svg: true, svgFilters: true, mathMl: true },
  WHOLE_DOCUMENT: true,
  FORBID_TAGS: [...NEVER, 'link', 'audio', 'video', 'track', 'source'],
  ADD_TAGS: ['title'],
  ADD_ATTR: ['data-p', 'target', 'media'],
};

/** address of the current page, for the hooks */
let baseUrl = 'about:blank';

/** One per process, because creating a window takes longer than most pages. */
let made: DOMPurify | undefined;
function purifier(): DOMPurify {
  if (made !== undefined) return made;
  const purify = createDOMPurify(new JSDOM('').window);
  if (!purify.isSupported)
    throw new Error('DOMPurify does not support this jsdom: it would pass everything.');
  purify.addHook('uponSanitizeElement', (node) => {
    const element = node as Element;
    if (element.nodeName.toLowerCase() === 'style')
      element.textContent = safeCss(element.textContent);
  });
  purify.addHook('uponSanitizeAttribute', (element, data) => {
    const keep = (value: string | undefined) => {
      if (value === undefined) data.keepAttr = false;
      else data.attrValue = value;
    };
    switch (data.attrName) {
      case 'href':
      case 'src':
      case 'poster':
      case 'cite':
      case 'xlink:href':
        return keep(
          safeAddress(element.nodeName.toLowerCase(), data.attrValue, { baseUrl, mayLoad: false }),
        );
      case 'srcset':
      case 'imagesrcset':
        return keep(undefined);
      case 'style':
      case 'fill':
      case 'stroke':
      case 'filter':
      case 'mask':
      case 'clip-path':
      case 'cursor':
      case 'marker-start':
      case 'marker-mid':
      case 'marker-end':
        return keep(
          data.attrValue.includes('(') || data.attrName === 'style'
            ? localOr(data.attrValue)
            : data.attrValue,
        );
      case 'data-p':
        return keep(/^\d{1,7}$/.test(data.attrValue) ? data.attrValue : undefined);
      default:
        return undefined;
    }
  });
  purify.addHook('afterSanitizeAttributes', (element) => {
    element.removeAttribute('target');
    if (element.nodeName.toLowerCase() !== 'a') return;
    const address = element.getAttribute('href') ?? element.getAttribute('xlink:href');
    if (address === null || address.startsWith('#')) return;
    element.setAttribute('rel', 'noopener noreferrer nofollow');
    element.setAttribute('target', '_blank');
  });
  made = purify;
  return purify;
}

/** `url(#gradient)` stays within the page. */
const localOr = (value: string): string =>
  /^\s*url\(\s*["']?#[\w-]+["']?\s*\)\s*$/.test(value) ? value : safeCss(value);

/**
 * Sanitises the web view: style and layout as far as the page embeds them; nothing that runs,
 * submits a form or loads anything. Returns a complete document and preserves `data-p`.
 */
export function sanitiseWeb(html: string, base: string): string {
  baseUrl = base;
  const page = purifier().sanitize(html, { ...WEB, RETURN_DOM: false, RETURN_DOM_FRAGMENT: false });
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">';
  return `<!DOCTYPE html>${page.replace(/<head(?:\s[^<>]*)?>/, (tag) => tag + head)}`;
}
