/**
 * Readable browser names from user agents. The first match counts, because most user agents contain
 * several names.
 */
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chromium', /\b(?:Chromium|HeadlessChrome)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bVersion\/(?:(?!Version\/).)* Safari\//],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
] as const;
const first = (names: readonly (readonly [string, RegExp])[], agent: string): string | undefined =>
  names.find(([, sign]) => sign.test(agent))?.[0];

/** Such as “Chromium on Linux”; for a program its own name. */
export function deviceOf(agent: string | null): string | undefined {
  if (agent === null) return undefined;
  const [browser, system] = [first(BROWSERS, agent), first(SYSTEMS, agent)];
  return browser && system
    ? `${browser} on ${system}`
    : (browser ?? system ?? agent.slice(0, 40).trim());
}
