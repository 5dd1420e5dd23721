/** Ways to write this machine. */
export const LOOPBACK_HOSTS: readonly string[] = [
  '127.0.0.1', '127.0.0.2', '127.1', '127.0.1', '127.255.255.254', '2130706433', '017700000001', '0x7f000001', '0x7f.0.0.1', '0x7F.0x0.0x0.0x1', '0177.0.0.1', '0177.0.0.01', '00000177.0.0.1',
  '127.0x1', '127.0.0x1', '127.00.00.01', '0', '0.0.0.0', '0x0', '00', '0.0', '127.0.0.1.', 'localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.b.localhost.', '%6c%6f%63%61%6c%68%6f%73%74',
  '127%2e0%2e0%2e1', '%31%32%37.0.0.1', '①②⑦.⓪.⓪.①', '１２７．０．０．１', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'ｌｏｃａｌｈｏｓｔ', '⓪', '０ｘ７ｆ.1',
  '[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::0001]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:0001]',
];
/** Ways to write an inside address, this machine's or a neighbour's. */
export const INSIDE_HOSTS: readonly string[] = [
  ...LOOPBACK_HOSTS,
  '[::7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd12:3456::1]', '[ff02::1]', '[2001:db8::1]', '[100::1]',
  '10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '0xa9fea9fe', '100.64.0.1', '192.0.0.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
];

export const insideUrls = (port: number): string[] => [
  ...INSIDE_HOSTS.map((host) => `http://${host}:${port}/inside`),
  `http://user@127.0.0.1:${port}/`, `http://user:secret@127.0.0.1:${port}/`, `http://example.com@127.0.0.1:${port}/`, `http://127.0.0.1:${port}\\@example.com/`, `http://example.com\\@127.0.0.1:${port}/`,
  `http:\\\\127.0.0.1:${port}/`, `http:/127.0.0.1:${port}/`, `http:127.0.0.1:${port}/`, `//127.0.0.1:${port}/`, `HTTP://127.0.0.1:${port}/`, `http://127.0.0.1:${port}#@example.com/`, `http://127.0.0.1:${port}?@example.com/`,
  `http://127.0.\t0.1:${port}/`, `http://127.0.0.1\n:${port}/`, `\u0001http://127.0.0.1:${port}/`, ` http://127.0.0.1:${port}/ `, `ftp://127.0.0.1:${port}/`, `file:///etc/passwd`, `gopher://127.0.0.1:${port}/`,
  `data:text/html,<img src=http://127.0.0.1:${port}>`, `javascript:fetch('http://127.0.0.1:${port}')`, `ws://127.0.0.1:${port}/`, `view-source:http://127.0.0.1:${port}/`, `blob:http://127.0.0.1:${port}/x`, `jar:http://127.0.0.1:${port}/!/`,
];
