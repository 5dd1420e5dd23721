/** Addresses that try to become options of yt-dlp, and hostile output of a compromised yt-dlp. */

const OPTIONS = [
  '--exec=touch HOSTILE',
  '--exec',
  '-o/tmp/HOSTILE',
  '--config-locations=/tmp/HOSTILE',
  '--cookies-from-browser=firefox',
  '--plugin-dirs=/tmp/HOSTILE',
  '--downloader=HOSTILE',
  '--load-info-json=/etc/passwd',
  '--batch-file=/etc/passwd',
  '-a/etc/passwd',
  '--proxy=http://127.0.0.1',
  '--netrc-cmd=touch HOSTILE',
  '--enable-file-urls',
  '--ffmpeg-location=/tmp/HOSTILE',
  '--write-pages',
  '-P/tmp/HOSTILE',
  '-U',
  '--update-to=HOSTILE',
  '--no-config',
  '--',
  '-',
];
const WAYS: readonly ((option: string) => string)[] = [
  (option) => option,
  (option) => ` ${option}`,
  (option) => `\n${option}`,
  (option) => `https://example.com/ ${option}`,
  (option) => `https://example.com/\n${option}`,
  (option) => `https://example.com/\0${option}`,
  (option) => `https://example.com/\t${option}`,
  (option) => `https://example.com/?q=${option}`,
  (option) => `https://example.com/#${option}`,
  (option) => `https://example.com/$(${option})`,
  (option) => `https://example.com/\`${option}\``,
  (option) => `https://example.com/;${option}`,
  (option) => `https://example.com/"${option}"`,
  (option) => `https://example.com/'${option}'`,
  (option) => `https://${option}.example.com/`,
  (option) => `https://user:${option}@example.com/`,
  (option) => `ytsearch:${option}`,
  (option) => `file:///etc/passwd?${option}`,
];
export const hostileAddresses = (): string[] =>
  OPTIONS.flatMap((option) => WAYS.map((way) => way(option)));

/** `body`: code that a stand-in for yt-dlp runs, with `fs` in scope. */
export const hostileOutputs = (): { name: string; body: string }[] => [
  {
    name: '100 MB on stdout',
    body: `const part = Buffer.alloc(2 ** 20, 0x61); (function more(n) { if (n > 0) process.stdout.write(part, () => more(n - 1)); })(100);`,
  },
  {
    name: '100 MB on stderr',
    body: `const part = Buffer.alloc(2 ** 20, 0x61); (function more(n) { if (n > 0) process.stderr.write(part, () => more(n - 1)); else process.exitCode = 1; })(100);`,
  },
  {
    name: '40 MB of JSON in one text',
    body: `process.stdout.write(JSON.stringify({ id: 'x', title: 'a'.repeat(40 * 2 ** 20), formats: [{}] }));`,
  },
  {
    name: 'a million formats',
    body: `process.stdout.write('{"id":"x","formats":[' + '{},'.repeat(1e6) + '{}]}');`,
  },
  {
    name: 'JSON 200,000 deep',
    body: `process.stdout.write('{"formats":[{}],"x":' + '['.repeat(200000) + ']'.repeat(200000) + '}');`,
  },
  {
    name: 'objects 100,000 deep',
    body: `process.stdout.write('{"formats":[{}],"x":' + '{"a":'.repeat(100000) + '1' + '}'.repeat(100000) + '}');`,
  },
  { name: 'JSON that never ends', body: `process.stdout.write('{"formats":[' + '['.repeat(1e6));` },
  {
    name: 'control sequences of terminals',
    body: `process.stdout.write(JSON.stringify({ id: '\\u001b[2J', title: '\\u001b]0;owned\\u0007', formats: [{}] })); process.stderr.write('\\u001b[31mERROR: \\u001b[2J\\n');`,
  },
  {
    name: 'control sequences before the JSON',
    body: `process.stdout.write('\\u001b[2J{"formats":[{}]}');`,
  },
  {
    name: 'NUL',
    body: `process.stdout.write('{"id":"a\\\\u0000b","title":"\\\\u0000","formats":[{}]}');`,
  },
  { name: 'NUL outside of texts', body: `process.stdout.write('{"id":\\0"x"}');` },
  {
    name: 'names of prototypes',
    body: `process.stdout.write('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"formats":[{}]}');`,
  },
  {
    name: 'paths',
    body: `process.stdout.write(JSON.stringify({ id: '../../../../tmp/HOSTILE', title: '/etc/passwd', _filename: '/etc/cron.d/x', requested_downloads: [{ filepath: '/etc/passwd' }], formats: [{ url: 'file:///etc/passwd' }] }));`,
  },
  {
    name: 'numbers beyond any',
    body: `process.stdout.write('{"formats":[{}],"age_limit":1e999,"duration":-1e308,"timestamp":99999999999999999999}');`,
  },
  { name: 'an array', body: `process.stdout.write('[]');` },
  { name: 'null', body: `process.stdout.write('null');` },
  { name: 'nothing', body: '' },
  {
    name: 'bytes that are not UTF-8',
    body: `process.stdout.write(Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0xaf, 0x22]));`,
  },
  { name: 'a hang', body: 'setInterval(() => undefined, 1e6);' },
  {
    name: 'a hang that ignores signals',
    body: `for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined); setInterval(() => undefined, 1e6);`,
  },
  { name: 'a busy loop', body: 'for (;;);' },
  {
    name: 'a child that stays',
    body: `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1e6)'], { stdio: 'inherit' }); process.stdout.write('{"formats":[{}]}');`,
  },
  {
    name: 'output after a crash',
    body: `process.stdout.write('{"formats":[{}]}'); process.kill(process.pid, 'SIGSEGV');`,
  },
  {
    name: 'exit code 255 with a sentence of 200 kB',
    body: `process.stderr.write('ERROR: ' + 'a '.repeat(1e5)); process.exitCode = 255;`,
  },
  {
    name: 'an error made of brackets',
    body: `process.stderr.write('ERROR: ' + '[('.repeat(1e5)); process.exitCode = 1;`,
  },
  {
    name: 'an error made of blanks',
    body: `process.stderr.write('ERROR:' + ' '.repeat(2e5) + 'x'); process.exitCode = 1;`,
  },
];
