/** The import rules of ARCHITECTURE.md, as checks. Type imports count. */
const room = (name, from, to, except) => ({
  name, severity: 'error', from: { path: from }, to: { path: to, ...(except ? { pathNot: except } : {}) },
});
const tests = '\\.test\\.tsx?$|/testing/|^ui/e2e/';
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    room('core-imports-nothing-above', '^core/', '^(config|pipeline|api|cli|ui|scripts)/'),
    { name: 'core-packages', severity: 'error', from: { path: '^core/', pathNot: tests }, to: { dependencyTypes: ['npm', 'npm-dev'], pathNot: 'node_modules/(zod|@tiptap)/' } },
    { name: 'core-no-node', severity: 'error', from: { path: '^core/', pathNot: tests }, to: { dependencyTypes: ['core'] } },
    room('config-imports-core', '^config/', '^(pipeline|api|cli|ui|scripts)/'),
    room('pipeline-imports-below', '^pipeline/', '^(api|cli|ui|scripts)/'),
    room('api-imports-below', '^api/', '^(cli|ui|scripts)/'),
    room('ui-imports-core', '^ui/(?!e2e/)', '^(config|pipeline|api|cli|scripts)/'),
    room('cli-not-ui', '^cli/', '^(ui|scripts)/'),
    {
      name: 'api-enters-pipeline-by-doors', severity: 'error',
      from: { path: '^api/', pathNot: `^api/server\\.ts$|^api/compose/|${tests}` },
      to: { path: '^pipeline/', pathNot: '^pipeline/(library|queue|search|refresh|run)/index\\.ts$' },
    },
    { name: 'source-kinds-are-strangers', severity: 'error', from: { path: '^pipeline/sources/([^/]+)/' }, to: { path: '^pipeline/sources/([^/]+)/', pathNot: '^pipeline/sources/$1/' } },
    { name: 'blocks-are-strangers', severity: 'error', from: { path: '^core/editor/blocks/([^/]+)/' }, to: { path: '^core/editor/blocks/([^/]+)/', pathNot: '^core/editor/blocks/$1/' } },
    { name: 'features-meet-at-doors', severity: 'error', from: { path: '^(api|ui)/features/([^/]+)/' }, to: { path: '^$1/features/([^/]+)/', pathNot: '^$1/features/($2/|[^/]+/index\\.tsx?$)' } },
    { name: 'models-are-quiet', severity: 'error', from: { path: '\\.model\\.ts$' }, to: { path: '^pipeline/queue/|commands' } },
    { name: 'answer-knows-no-http', severity: 'error', from: { path: '^api/answer/', pathNot: tests }, to: { path: '^api/(http|db|features|collab)/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(ui/dist|\\.toolchain)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'], extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] },
  },
};
