/** The import rules of ARCHITECTURE.md, as checks. Type imports count. */
const importRule = (name, from, to, except) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: to, ...(except ? { pathNot: except } : {}) },
});
const tests = '\\.test\\.tsx?$|/testing/|^ui/e2e/';
/**
 * Packages that read untrusted text or files, and the modules that use them or parse by themselves.
 * Only parsing children load these.
 */
const parserPackages =
  'node_modules/(linkedom|htmlparser2|marked|jsdom|dompurify|@mozilla/readability|papaparse|html-encoding-sniffer|pdfjs-dist|css-select|entities)/';
const parserModules = [
  '^pipeline/run/parse-child\\.ts$',
  '^pipeline/sources/(extractors|html-document|document-snapshot|detect-language|xml-elements|zipped-files|load-linkedom|linked-data|bounded-html|css-tokens|decode-html|page-facts|text-blocks|displayed-text|flow-segments)\\.ts$',
  // The half of each kind of source that runs in children.
  '^pipeline/sources/[^/]+/extract/',
  '^pipeline/stages/(sanitise-(reader|web)|safe-css)\\.ts$',
  '^pipeline/imports/readers/(?!contract\\.ts$)',
].join('|');
/** What parses Markdown, formulas, code or HTML of posts and notes: for the children of `api/text-process` alone. */
const markdownParsers =
  '^core/editor/(markdown|portable-markdown)\\.ts$|^api/(text-process/text-child\\.ts$|features/posts/render/)|node_modules/(marked|@tiptap/markdown|katex|lowlight|highlight\\.js|hast[\\w-]*)/';
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    importRule('core-imports-nothing-above', '^core/', '^(config|pipeline|api|cli|ui|scripts)/'),
    {
      name: 'core-packages',
      severity: 'error',
      from: { path: '^core/', pathNot: tests },
      to: { dependencyTypes: ['npm', 'npm-dev'], pathNot: 'node_modules/(zod|@tiptap)/' },
    },
    {
      name: 'core-no-node',
      severity: 'error',
      from: { path: '^core/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    importRule('config-imports-core', '^config/', '^(pipeline|api|cli|ui|scripts)/'),
    importRule('pipeline-imports-below', '^pipeline/', '^(api|cli|ui|scripts)/'),
    // The runner runs the stages; what they ask of it is an interface in `stages/`.
    importRule('stages-not-run', '^pipeline/(stages|search)/', '^pipeline/run/'),
    importRule('api-imports-below', '^api/', '^(cli|ui|scripts)/'),
    importRule('ui-imports-core', '^ui/(?!e2e/)', '^(config|pipeline|api|cli|scripts)/'),
    importRule('ui-storage-imports-core', '^ui/storage/', '^ui/(?!storage/)'),
    importRule(
      'ui-kit-imports-nothing-above',
      '^ui/kit/',
      '^ui/(client|editor|viewer|features|app)/',
    ),
    importRule('ui-viewer-imports-below', '^ui/viewer/', '^ui/(features|app)/'),
    importRule('ui-client-imports-below', '^ui/client/', '^ui/(kit|editor|viewer|features|app)/'),
    importRule('ui-editor-imports-below', '^ui/editor/', '^ui/(viewer|features|app)/'),
    importRule('ui-features-not-app', '^ui/features/', '^ui/app/'),
    {
      name: 'cli-not-pipeline',
      severity: 'error',
      from: { path: '^cli/', pathNot: tests },
      to: { path: '^pipeline/' },
    },
    {
      // The client, the server, and what commands do in a data folder without a server.
      name: 'cli-enters-api',
      severity: 'error',
      from: { path: '^cli/', pathNot: tests },
      to: {
        path: '^api/',
        pathNot:
          '^api/(client/|server\\.ts$|mcp/library-server\\.ts$|compose/(data-dir|backup|check-files)\\.ts$|features/(backup/index|export/read-export)\\.ts$)',
      },
    },
    importRule('cli-not-ui', '^cli/', '^(ui|scripts)/'),
    {
      name: 'api-enters-pipeline-by-index',
      severity: 'error',
      from: { path: '^api/', pathNot: `^api/server\\.ts$|^api/compose/|${tests}` },
      to: {
        path: '^pipeline/',
        pathNot: '^pipeline/(library|queue|search|refresh|run)/index\\.ts$',
      },
    },
    {
      // The engine can be read, measured and replaced by itself: FORMAT.md in its folder.
      name: 'search-engine-has-one-entry',
      severity: 'error',
      from: { path: '.', pathNot: '^pipeline/search/engine/' },
      to: { path: '^pipeline/search/engine/', pathNot: '^pipeline/search/engine/index\\.ts$' },
    },
    {
      name: 'search-engine-is-self-contained',
      severity: 'error',
      from: { path: '^pipeline/search/engine/', pathNot: tests },
      to: {
        path: '^(core|config|pipeline|api|cli|ui|scripts)/',
        pathNot:
          '^pipeline/search/(engine/|text/|contract\\.ts$)|^core/contract/|^config/log\\.ts$|^config/(thread-environment|program-entry)\\.ts$',
      },
    },
    {
      // Each server starts its thread. Loading schemas doubles what that costs.
      name: 'search-engine-loads-no-schemas',
      severity: 'error',
      from: { path: '^pipeline/search/engine/', pathNot: tests },
      to: {
        path: '^core/contract/|node_modules/zod/',
        pathNot: '^core/contract/faults\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'source-kinds-are-independent',
      severity: 'error',
      from: { path: '^pipeline/sources/([^/]+)/' },
      to: { path: '^pipeline/sources/([^/]+)/', pathNot: '^pipeline/sources/$1/' },
    },
    {
      name: 'blocks-are-independent',
      severity: 'error',
      from: { path: '^core/editor/blocks/([^/]+)/' },
      to: { path: '^core/editor/blocks/([^/]+)/', pathNot: '^core/editor/blocks/$1/' },
    },
    {
      name: 'features-enter-by-index',
      severity: 'error',
      from: { path: '^(api|ui)/features/([^/]+)/' },
      to: { path: '^$1/features/([^/]+)/', pathNot: '^$1/features/($2/|[^/]+/index\\.tsx?$)' },
    },
    {
      // Pages and dialogs load by themselves; the rest of a feature is entered by its index.
      name: 'app-enters-features',
      severity: 'error',
      from: { path: '^ui/app/' },
      to: {
        path: '^ui/features/',
        pathNot: '^ui/features/[^/]+/(index|[^/]+-(page|dialog))\\.tsx?$',
      },
    },
    {
      // What is not listed as a parser imports none, so that no chain of imports leads from the server to one.
      name: 'parsers-run-in-children',
      severity: 'error',
      from: {
        path: '^(core|config|pipeline|api|cli)/',
        pathNot: `${parserModules}|${tests}|^pipeline/sources/conformance\\.ts$`,
      },
      to: { path: `${parserModules}|${parserPackages}` },
    },
    {
      name: 'models-import-no-commands',
      severity: 'error',
      from: { path: '\\.model\\.ts$' },
      to: { path: '^pipeline/queue/|commands' },
    },
    {
      name: 'answer-knows-no-http',
      severity: 'error',
      from: { path: '^api/answer/', pathNot: tests },
      to: { path: '^api/(http|db|features|collab)/' },
    },
    // Read by the command line, in a process of its own: read-export.ts.
    {
      name: 'server-parses-no-markdown',
      severity: 'error',
      from: {
        path: '^api/',
        pathNot: `^api/text-process/text-child\\.ts$|^api/features/posts/render/|^api/features/export/read-export\\.ts$|${tests}`,
      },
      to: { path: markdownParsers },
    },
    {
      name: 'server-reaches-no-markdown-parser',
      severity: 'error',
      from: { path: '^api/server\\.ts$' },
      to: { path: markdownParsers, reachable: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(ui/dist|\\.toolchain)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
