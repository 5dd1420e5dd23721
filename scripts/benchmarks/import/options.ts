import { parseArgs } from 'node:util';

export interface Options {
  pages: number;
  hosts: number;
  /** shares of the hosts, 0..1 */
  silent: number;
  dead: number;
  slowDns: number;
  /** kill -9 of the server, spread over the import */
  kills: number;
  /** a commit to compare with */
  baseline?: string;
}

/** An environment variable on Linux holds about this many `host:port`. */
const MOST_HOSTS = 5_000;

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`--${name} must be a whole number from ${least} to ${most}, not ${text}.`);
  return value;
}
function share(name: string, text: string): number {
  const value = Number(text.replace(/%$/, '')) / 100;
  if (!text.endsWith('%') || Number.isNaN(value) || value < 0 || value > 1)
    throw new Error(`--${name} must be a share as 5%, not ${text}.`);
  return value;
}

/** Throws an error that names the invalid option. */
export function readOptions(words: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...words],
    options: {
      pages: { type: 'string', default: '5000' },
      hosts: { type: 'string', default: '2000' },
      silent: { type: 'string', default: '5%' },
      dead: { type: 'string', default: '10%' },
      'slow-dns': { type: 'string', default: '2%' },
      kills: { type: 'string', default: '0' },
      baseline: { type: 'string' },
    },
  });
  const options = {
    pages: wholeNumber('pages', values.pages, 1, 50_000),
    hosts: wholeNumber('hosts', values.hosts, 1, MOST_HOSTS),
    silent: share('silent', values.silent),
    dead: share('dead', values.dead),
    slowDns: share('slow-dns', values['slow-dns']),
    kills: wholeNumber('kills', values.kills, 0, 1_000),
  };
  if (options.silent + options.dead + options.slowDns > 0.9)
    throw new Error('--silent, --dead and --slow-dns must leave at least 10% of the hosts.');
  return values.baseline === undefined ? options : { ...options, baseline: values.baseline };
}
