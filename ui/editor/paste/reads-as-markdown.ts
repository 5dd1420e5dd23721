/** Whether pasted text is Markdown: one clear sign, or several weak ones. */
const SURE = [
  /^#{1,6} \S/m,
  /^(```|~~~)/m,
  /^\|.+\|\s*\n\|[\s:|-]+\|/m,
  /^[ \t]*[-*+] \[[ xX]\] /m,
  /^\$\$/m,
  /^> \[!\w+\]/m,
  /(^|\s)\*\*[^\s*][^*\n]*\*\*/,
  /\[[^[\]\n]+\]\((https?:|\?source=)[^)\s]/,
  /^<details/m,
  /(?:^[-*+] \S.*\n?){2}/m,
  /(?:^\d+[.)] \S.*\n?){2}/m,
  /^> \S/m,
  /^(-{3,}|\*{3,})$/m,
];
const FAINT = [
  /(^|\s)\*[^\s*][^*\n]*\*(\s|[.,;:!?]|$)/,
  /(^|\s)_[^\s_][^_\n]*_(\s|[.,;:!?]|$)/,
  /`[^`\n]+`/,
  /(^|\s)\$[^\s$][^$\n]*\$(\s|[.,;:!?]|$)/,
  /(^|\s)~~[^~\n]+~~/,
  /(^|\s)==[^=\n]+==/,
];

export const readsAsMarkdown = (text: string): boolean =>
  SURE.some((it) => it.test(text)) || FAINT.filter((it) => it.test(text)).length >= 2;
