/**
 * Reduces each formula to one MathML element. Typesetters add glyphs, pictures, a copy for screen
 * readers and TeX in a script; these are removed, because the formula would appear two or three
 * times. Formulas that exist only as TeX become code between `\(` and `\)`.
 */
import { tidy } from '#pipeline/sources/html-document.ts';

/** Matches a complete formula as written by KaTeX, MathJax 2 and 3, and MediaWiki. */
const TYPESET =
  '.katex,mjx-container,.MathJax,.MathJax_Display,.MathJax_CHTML,.MathJax_SVG,.mwe-math-element';
const BESIDE =
  '.MathJax_Preview,.MJX_Assistive_MathML,mjx-assistive-mml,.mwe-math-fallback-image-inline,.mwe-math-fallback-image-display';
const TEX = 'annotation[encoding="application/x-tex"],annotation[encoding="TeX"]';

export function keepMath(document: Document): void {
  for (const script of document.querySelectorAll('script[type^="math/"]')) {
    if (
      script.previousElementSibling?.matches(TYPESET) === true ||
      script.previousElementSibling?.querySelector('math,[data-mathml]')
    )
      continue;
    const type = script.getAttribute('type') ?? '';
    if (type.startsWith('math/tex'))
      script.replaceWith(texCode(document, script.textContent, type.includes('display')));
    else if (type.startsWith('math/mml')) replaceByMarkup(script, script.textContent);
  }
  for (const typeset of document.querySelectorAll(TYPESET)) {
    if (!document.contains(typeset)) continue;
    const math = typeset.querySelector('math');
    const written =
      typeset.getAttribute('data-mathml') ??
      typeset.querySelector('[data-mathml]')?.getAttribute('data-mathml');
    const display =
      typeset.getAttribute('display') === 'true' ||
      /display/i.test(typeset.className) ||
      typeset.parentElement?.matches('.katex-display,.MathJax_Display') === true;
    if (math !== null) {
      if (display) math.setAttribute('display', 'block');
      typeset.replaceWith(math);
    } else if (written) replaceByMarkup(typeset, written);
    else {
      const tex = typeset.querySelector(TEX)?.textContent;
      if (tex) typeset.replaceWith(texCode(document, tex, display));
    }
  }
  for (const element of document.querySelectorAll(BESIDE))
    if (element.closest('math') === null) element.remove();
  for (const math of document.querySelectorAll('math')) unwrapSemantics(math);
}

function texCode(document: Document, tex: string, display: boolean): Element {
  const code = document.createElement('code');
  code.textContent = display ? `\\[${tidy(tex)}\\]` : `\\(${tidy(tex)}\\)`;
  return code;
}

function replaceByMarkup(element: Element, markup: string): void {
  const box = element.ownerDocument.createElement('span');
  box.innerHTML = markup;
  const math = box.querySelector('math');
  if (math !== null) element.replaceWith(math);
}

/** `semantics` contains the formula, followed by other notations of it. */
function unwrapSemantics(math: Element): void {
  for (const semantics of math.querySelectorAll('semantics')) {
    for (const note of [...semantics.children].slice(1)) note.remove();
    semantics.replaceWith(...semantics.childNodes);
  }
  for (const note of math.querySelectorAll('annotation,annotation-xml')) note.remove();
}
