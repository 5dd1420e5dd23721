/**
 * The linter finds every construct that docs/security.md rules out. It checks all files with each
 * run of the tests.
 */
import { createRequire } from 'node:module';
import { ESLint } from 'eslint';
import { expect, it } from 'vitest';

const linter = new ESLint({ cwd: new URL('..', import.meta.url).pathname });
async function found(code: string, filePath: string): Promise<string[]> {
  const [result] = await linter.lintText(code, { filePath });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => /^(?:no-|gloss\/)/.test(ruleId ?? 'parse'))
    .map(({ ruleId, message }) => `${ruleId} ${message}`);
}

it.each<[string, string, string?]>([
  ['programs made of text', "eval('1');"],
  ['programs made of text', "export const f = new Function('return 1');"],
  ['programs made of text', "setTimeout('1', 1);"],
  ['programs made of text', "export * from 'node:vm';"],
  ['programs made of text', "new Worker('1', { eval: true });"],
  [
    'what is stored, run',
    'export const f = (path: string) => import(path);',
    'api/features/files/files.ts',
  ],
  ['a shell', "import { exec } from 'node:child_process'; exec('ls');", 'pipeline/net/child.ts'],
  [
    'a shell',
    "import { spawn } from 'node:child_process'; spawn('ls', [], { shell: '/bin/sh' });",
    'pipeline/net/child.ts',
  ],
  ['format strings', "import { format } from 'node:util'; format('%s', 1);"],
  ['format strings', "log.info('%s came', name);"],
  ['format strings', "ports.log.warn({}, '%s came', name);"],
  ['other hashes', "createHash('md5');"],
  ['other hashes', "createHmac('sha1', key);"],
  ['other hashes', 'createHash(name);'],
  [
    'other ciphers',
    "import { createCipheriv } from 'node:crypto'; createCipheriv('des', key, iv);",
  ],
  ['other cryptography', "import { pbkdf2 } from 'node:crypto'; pbkdf2();"],
  ['other cryptography', "import crypto from 'node:crypto'; crypto.createHash('md5');"],
  ['what can be guessed', 'export const id = Math.random();'],
  ['certificates unchecked', 'connect({ tls: { rejectUnauthorized: false } });'],
  ['certificates unchecked', 'connect({ rejectUnauthorized: settings.strict });'],
  ['certificates unchecked', 'connect({ checkServerIdentity: () => undefined });'],
  [
    'certificates unchecked',
    "export const FLAGS = ['--ignore-certificate-errors'];",
    'pipeline/net/chromium.ts',
  ],
  [
    'certificates unchecked',
    "export const ARGS = ['--no-check-certificates'];",
    'pipeline/net/yt-dlp.ts',
  ],
  ['certificates unchecked', "fork(file, [], { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });"],
  ['a lenient parser', 'createServer({ insecureHTTPParser: true });'],
  [
    'memory shared by threads',
    'export const shared = new SharedArrayBuffer(8);',
    'pipeline/search/engine/index-thread.ts',
  ],
  ['another log', "console.log('told');"],
  ['another log', "import { pino } from 'pino'; pino();"],
  ['markup of a text', 'box.innerHTML = name;', 'ui/kit/button.tsx'],
  [
    'markup of a text',
    'export const x = <p dangerouslySetInnerHTML={{ __html: y }} />;',
    'ui/kit/button.tsx',
  ],
  ['markup of a text', "box.insertAdjacentHTML('beforeend', name);", 'ui/kit/button.tsx'],
  ['markup of a text', 'document.write(name);', 'ui/kit/button.tsx'],
  [
    'sockets in the clear',
    "new HocuspocusProviderWebsocket({ url: 'ws://' + location.host });",
    'ui/features/notes/open-notes.ts',
  ],
  ['sockets in the clear', "new WebSocket('ws://x');", 'ui/features/notes/open-notes.ts'],
  ['storage of the browser', "localStorage.setItem('x', '1');", 'ui/kit/theme.ts'],
  ['storage of the browser', "window.sessionStorage.getItem('x');", 'ui/client/session.ts'],
  ['plug-ins', 'export const x = <object data={y} />;', 'ui/kit/button.tsx'],
  ['kinds of sources', "export const isVideo = it.sourceType === 'youtube';", 'ui/kit/button.tsx'],
  ['kinds of sources', "export const isPage = row.kind === 'web';"],
  ['kinds of sources', "export const added = { sourceType: 'web', url };"],
  ['kinds of sources', 'export const LABELS = { youtube: 1, web: 2 };'],
  ['kinds of sources', "export const accept = 'application/pdf';", 'ui/kit/button.tsx'],
  ['slow regexes', 'export const END = /\\s+$/;'],
  ['slow regexes', 'export const IMPORT = /@import\\s*\\s*;/;', 'pipeline/stages/chunk.ts'],
  ['slow regexes', "export const END = new RegExp('(?:a+)+$');", 'ui/kit/button.tsx'],
])('finds %s: %s', async (_what, code, file = 'api/features/accounts/secrets.ts') => {
  expect(await found(code, file)).toEqual([expect.any(String)]);
});
it('allows each exception only its one construct', async () => {
  expect(
    await found(
      "import { createCipheriv } from 'node:crypto'; createCipheriv('aes-256-gcm', key, iv);",
      'api/features/accounts/encryptor.ts',
    ),
  ).toEqual([]);
  for (const file of [
    'api/features/accounts/encryptor.ts',
    'config/log.ts',
    'pipeline/run/parse-child.ts',
  ])
    expect(await found("createHash('md5');", file)).toHaveLength(1);
  expect(
    await found(
      "eval('1'); connect({ rejectUnauthorized: false });",
      'api/features/accounts/breached-passwords.ts',
    ),
  ).toHaveLength(2);
});

interface ImportRule {
  name: string;
  from: { path?: string };
  to: { path?: string; pathNot?: string };
}
const importRules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: ImportRule[];
};
/** Tells whether a rule forbids an import. The rule may have neither groups nor `from.pathNot`. */
const forbids = (name: string, from: string, to: string): boolean => {
  const rule = importRules.forbidden.find((it) => it.name === name);
  const matches = (pattern: string | undefined, path: string) =>
    pattern !== undefined && new RegExp(pattern).test(path);
  return (
    matches(rule?.from.path, from) && matches(rule?.to.path, to) && !matches(rule?.to.pathNot, to)
  );
};
it.each([
  ['ui-client-imports-below', 'ui/client/thread-events.ts', 'ui/kit/toast.ts', true],
  ['ui-client-imports-below', 'ui/client/thread-events.ts', 'ui/storage/stored-item.ts', false],
  ['ui-storage-imports-core', 'ui/storage/stored-item.ts', 'ui/client/api.ts', true],
  ['app-enters-features', 'ui/app/palette/palette.tsx', 'ui/features/search/hits.tsx', true],
  ['app-enters-features', 'ui/app/palette/palette.tsx', 'ui/features/search/index.ts', false],
  ['app-enters-features', 'ui/app/screens.tsx', 'ui/features/search/search-page.tsx', false],
])('%s: %s imports %s: forbidden %s', (rule, from, to, isForbidden) => {
  expect(forbids(rule, from, to)).toBe(isForbidden);
});
