/**
 * Which modules travel together: few files for what a thread needs first, none of it heavier for
 * who opens something else.
 */
import { fileURLToPath } from 'node:url';

interface ModuleInfo {
  importedIds: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): ModuleInfo | null;
}

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const ENTRY = [pathOf('app/main.tsx')];
const WORKSPACE = [
  'features/threads/workspace-page.tsx',
  'features/threads/wide-panes.tsx',
  'features/threads/narrow-panes.tsx',
].map(pathOf);
const OTHERS = [
  'features/threads/threads-page.tsx',
  'features/search/search-page.tsx',
  'features/library/library-page.tsx',
  'features/library/source-page.tsx',
  'features/settings/settings-page.tsx',
  'features/account/login-page.tsx',
  'viewer/index.tsx',
].map(pathOf);
const NOTES = [pathOf('features/notes/index.tsx')];

/** Everything that these import at once, to the end. */
function closure(graph: Graph, roots: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}

interface Parts {
  entry: ReadonlySet<string>;
  workspace: ReadonlySet<string>;
  others: ReadonlySet<string>;
  notes: ReadonlySet<string>;
}

/** The name of a module's file, or null where it goes wherever it is imported from. */
export function chunkNames(): (id: string, graph: Graph) => string | null {
  let parts: Parts | undefined;
  return (id, graph) => {
    parts ??= {
      entry: closure(graph, ENTRY),
      workspace: closure(graph, WORKSPACE),
      others: closure(graph, OTHERS),
      notes: closure(graph, NOTES),
    };
    // What is asked for by name keeps a file of its own, by which it is known in the list of files.
    if (WORKSPACE.includes(id) || NOTES.includes(id) || OTHERS.includes(id)) return null;
    if (parts.entry.has(id)) return 'base';
    if (parts.workspace.has(id)) return parts.others.has(id) ? 'shared' : 'workspace';
    return parts.notes.has(id) && !parts.others.has(id) ? 'notes' : null;
  };
}
