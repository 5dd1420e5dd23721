/**
 * All readers, one line each. The first that recognises the content reads it, so specific readers
 * come before general ones.
 */
import type { Reader } from './contract.ts';
import { csv } from './csv/csv.ts';
import { feed } from './feed/feed.ts';
import { json } from './json/json.ts';
import { netscape } from './netscape.ts';
import { opml } from './opml.ts';
import { urls } from './urls.ts';

export const READERS: readonly Reader[] = [feed, json, opml, netscape, csv, urls];
