/**
 * Names of the languages that can be highlighted; others are shown as plain text under their given
 * name.
 */
import { textBlockTexts } from '../texts/text-blocks.ts';

export const LANGUAGES: Readonly<Record<string, string>> = {
  plaintext: textBlockTexts.code.plain,
  arduino: 'Arduino',
  bash: 'Bash',
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  go: 'Go',
  graphql: 'GraphQL',
  ini: 'INI, TOML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  kotlin: 'Kotlin',
  less: 'Less',
  lua: 'Lua',
  makefile: 'Makefile',
  markdown: 'Markdown',
  objectivec: 'Objective-C',
  perl: 'Perl',
  php: 'PHP',
  python: 'Python',
  r: 'R',
  ruby: 'Ruby',
  rust: 'Rust',
  scss: 'SCSS',
  shell: 'Shell session',
  sql: 'SQL',
  swift: 'Swift',
  typescript: 'TypeScript',
  vbnet: 'Visual Basic',
  wasm: 'WebAssembly',
  xml: 'HTML, XML',
  yaml: 'YAML',
};

const ALIASES: Readonly<Record<string, string>> = {
  js: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  py: 'python',
  sh: 'bash',
  zsh: 'bash',
  console: 'shell',
  'c++': 'cpp',
  'c#': 'csharp',
  cs: 'csharp',
  html: 'xml',
  svg: 'xml',
  toml: 'ini',
  yml: 'yaml',
  md: 'markdown',
  rb: 'ruby',
  rs: 'rust',
  kt: 'kotlin',
  golang: 'go',
  objc: 'objectivec',
  'objective-c': 'objectivec',
  text: 'plaintext',
  txt: 'plaintext',
  make: 'makefile',
  vb: 'vbnet',
};

export const knownLanguage = (given: string): string =>
  ALIASES[given.toLowerCase()] ?? given.toLowerCase();
export const languageName = (given: string): string =>
  LANGUAGES[knownLanguage(given)] ?? (given || textBlockTexts.code.plain);
