/** What has been tried against pages like ours. Each calls `hit()` where it runs; `HREFS` do when they are followed. */
const CALL = "hit('ran')";

export const MARKUP: readonly string[] = [
  `<script>${CALL}</script>`, `"><script>${CALL}</script>`, `'><script>${CALL}</script>`, `</title><script>${CALL}</script>`, `</style><script>${CALL}</script>`, `</script><script>${CALL}</script>`, `--><script>${CALL}</script>`, `]]><script>${CALL}</script>`,
  `<ScRiPt>${CALL}</sCrIpT>`, `<script/x>${CALL}</script>`, `<<script>${CALL}//<</script>`, `<script src="/p/xss.js"></script>`, `<img src=x onerror="${CALL}">`, `<img src=x onerror=${CALL}//`, `"><img src=x onerror=${CALL}>`, `' onerror=${CALL} x='`, `" onmouseover="${CALL}" autofocus onfocus="${CALL}" x="`,
  `<svg onload=${CALL}>`, `<svg/onload=${CALL}>`, `<svg><script>${CALL}</script></svg>`, `<svg><animate onbegin=${CALL} attributeName=x dur=1s>`, `<svg><a xlink:href="javascript:${CALL}"><text y=20>x</text></a></svg>`, `<math><mtext><table><mglyph><style><img src=x onerror=${CALL}>`,
  `<math href="javascript:${CALL}">x</math>`, `<math><maction actiontype="statusline#http://x" xlink:href="javascript:${CALL}">x</maction></math>`, `<iframe srcdoc="<script>parent.${CALL}</script>"></iframe>`, `<iframe src="javascript:parent.${CALL}"></iframe>`, `<object data="javascript:${CALL}"></object>`, `<embed src="javascript:${CALL}">`,
  `<details open ontoggle=${CALL}>x</details>`, `<video><source onerror=${CALL}></video>`, `<audio src=x onerror=${CALL}>`, `<body onload=${CALL}>`, `<input autofocus onfocus=${CALL}>`, `<select autofocus onfocus=${CALL}></select>`, `<marquee onstart=${CALL}>x</marquee>`, `<meta http-equiv="refresh" content="0;url=javascript:${CALL}">`,
  `<base href="javascript:/a/-${CALL}//">`, `<link rel=stylesheet href="data:text/css,*{background:url(javascript:${CALL})}">`, `<style>@import 'javascript:${CALL}';*{animation:x}</style><div onanimationstart=${CALL}>`, `<form action="javascript:${CALL}"><button autofocus>x</button></form>`, `<noscript><p title="</noscript><img src=x onerror=${CALL}>">`,
  `<template><script>${CALL}</script></template>`, `<xmp><p title="</xmp><img src=x onerror=${CALL}>">`, `<a id=x tabindex=1 onfocus=${CALL}></a>`, `{{constructor.constructor("${CALL}")()}}`, `\${${CALL}}`, `<!--><img src=x onerror=${CALL}>-->`, `<?xml-stylesheet href="javascript:${CALL}"?>`, `\u2028<script>${CALL}</script>`, `&lt;img src=x onerror=${CALL}&gt;`, `\\u003cscript\\u003e${CALL}\\u003c/script\\u003e`,
  `\\href{javascript:${CALL}}{x}`, `\\includegraphics{javascript:${CALL}}`, `\\htmlData{onclick=${CALL}}{x}`, `\\url{javascript:${CALL}}`, `<script type="application/ld+json">{}</script><script>${CALL}</script>`,
];

export const HREFS: readonly string[] = [
  `javascript:${CALL}`, `JaVaScRiPt:${CALL}`, ` javascript:${CALL}`, `java\tscript:${CALL}`, `java\nscript:${CALL}`, `javascript&colon;${CALL}`, `\u0001javascript:${CALL}`, `data:text/html,<script>parent.${CALL}</script>`, `data:text/html;base64,PHNjcmlwdD5oaXQoKTwvc2NyaXB0Pg==`, `vbscript:${CALL}`,
  `//evil.test/x`, `?source=x"onclick="${CALL}&at=1`, `https://x" onclick="${CALL}`, `mailto:x@y.z"onclick=${CALL}`, `blob:null/x`, `file:///etc/passwd`, `view-source:javascript:${CALL}`, `feed:javascript:${CALL}`, `#javascript:${CALL}`,
];
