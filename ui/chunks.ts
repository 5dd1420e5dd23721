/**
 * Which modules travel together: few files for what a thread needs first, none of it heavier for
 * who opens something else.
 */
import { fileURLToPath } from 'node:url';

interface ModuleInfo {
  importedIds: readonly string[];
  code: string | null;
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
  'app/home-screen.tsx',
  'features/search/search-page.tsx',
  'features/library/library-page.tsx',
  'features/library/source-page.tsx',
  'features/settings/settings-page.tsx',
  'features/account/login-page.tsx',
  'viewer/index.tsx',
].map(pathOf);
const NOTES = [pathOf('features/notes/index.tsx')];

const ICON_INDEX = /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;
const ICON = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;

/** The module of each icon by its name: the package's index imports all of them. */
function iconModules(graph: Graph, index: string): ReadonlyMap<string, string> {
  const code = graph.getModuleInfo(index)?.code ?? '';
  return new Map(
    [...code.matchAll(/export \{([^{}]*)\} from ["']\.\/(icons\/[\w-]+\.mjs)["']/g)].flatMap(
      ([, names = '', path = '']) =>
        [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [
          name,
          index.slice(0, index.lastIndexOf('/') + 1) + path,
        ]),
    ),
  );
}

/** Of what a module imports, the icons that it names, in place of all. */
function importsOf(
  graph: Graph,
  id: string,
  icons: (index: string) => ReadonlyMap<string, string>,
): readonly string[] {
  const { importedIds = [], code = '' } = graph.getModuleInfo(id) ?? {};
  const index = importedIds.find((it) => ICON_INDEX.test(it));
  if (index === undefined) return importedIds;
  const named = [...(code ?? '').matchAll(/import \{([^{}]*)\} from ["']lucide-react["']/g)]
    .flatMap(([, names = '']) => names.split(','))
    .flatMap((name) => icons(index).get(name.trim().split(' ')[0] ?? '') ?? []);
  return [...importedIds.filter((it) => it !== index), ...named];
}

/** Everything that these import at once, to the end. */
function closure(graph: Graph, roots: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...roots];
  let icons: ReadonlyMap<string, string> | undefined;
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...importsOf(graph, id, (index) => (icons ??= iconModules(graph, index))));
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
    if (parts.notes.has(id) && !parts.others.has(id)) return 'notes';
    // Not one file for each set of screens that share an icon.
    return ICON.test(id) ? 'icons' : null;
  };
}
