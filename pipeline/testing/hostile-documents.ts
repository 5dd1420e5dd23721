/**
 * Documents built to hang parsers: deep nesting, regex backtracking, quadratic trees, loops. Tests
 * and `scripts/bench security` send them to every path that accepts untrusted bytes. Each is
 * generated on demand; none is larger than 2 MB.
 */
import { hostileCaptions, hostileFeeds, hostileImports } from './hostile/hostile-lists.ts';
import { hostileMarkdown, hostilePdfs, hostileRobots } from './hostile/hostile-files.ts';
import { hostilePages } from './hostile/hostile-pages.ts';
import { hostileSheets } from './hostile/hostile-sheets.ts';
import { documentOf, type HostileDocument } from './hostile/hostile-document.ts';

export type { HostileDocument } from './hostile/hostile-document.ts';

/** Returns all documents, at least 40. Names are unique and safe in a URL path. */
export function hostileDocuments(): HostileDocument[] {
  return [
    ...hostilePages(),
    ...hostileSheets(),
    ...hostileRobots(),
    ...hostileFeeds(),
    ...hostileCaptions(),
    ...hostileImports(),
    ...hostileMarkdown(),
    ...hostilePdfs(),
  ].map(documentOf);
}
