/**
 * Groups modules into chunks: few files for what a thread needs first, without making other screens
 * load more.
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

/** The module of each icon by name, because the package's index imports all icons. */
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

/** The icons that a module imports, instead of all. */
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

/** Everything that these modules import statically. */
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

/** The chunk of a module, or null to put it with its importers. */
export function chunkNames(): (id: string, graph: Graph) => string | null {
  let parts: Parts | undefined;
  return (id, graph) => {
    parts ??= {
      entry: closure(graph, ENTRY),
      workspace: closure(graph, WORKSPACE),
      others: closure(graph, OTHERS),
      notes: closure(graph, NOTES),
    };
    // Dynamic imports keep a separate file, which the list of files names.
    if (WORKSPACE.includes(id) || NOTES.includes(id) || OTHERS.includes(id)) return null;
    if (parts.entry.has(id)) return 'base';
    if (parts.workspace.has(id)) return parts.others.has(id) ? 'shared' : 'workspace';
    if (parts.notes.has(id) && !parts.others.has(id)) return 'notes';
    // Avoids a separate file for each set of screens that share an icon.
    return ICON.test(id) ? 'icons' : null;
  };
}
