/** `scripts/bench [name…]`: runs the named benchmarks, or all, one after another. */
const BENCHES: Record<
  string,
  { about: string; load: () => Promise<{ run(words?: readonly string[]): Promise<void> }> }
> = {
  start: {
    about: 'cold start, memory at rest and the end, beside a bare HTTP server',
    load: () => import('./start.ts'),
  },
  ingest: {
    about: 'a hundred sources to ready, beside fetching and parsing them plainly',
    load: () => import('./ingest.ts'),
  },
  import: {
    about:
      'five thousand pages on two thousand hosts, silent and dead ones among them: pages a minute, CPU, memory, disk, waiting for a page added meanwhile',
    load: () => import('./import.ts'),
  },
  'import-staging': {
    about: 'ten thousand links staged, and what queue and database cost a source, beside BullMQ',
    load: () => import('./import-staging.ts'),
  },
  kill: {
    about: 'a thousand sources under a hundred kill -9: lost and doubled, beside BullMQ',
    load: () => import('./kill.ts'),
  },
  search: {
    about: 'questions a second and quality on the retrieval sets, beside MiniSearch and plain FTS5',
    load: () => import('./search.ts'),
  },
  'search-scale': {
    about: 'a million passages in the embedded index: indexing, questions, memory',
    load: () => import('./search-scale.ts'),
  },
  'search-dense': {
    about:
      'passages found by vectors, alone and fused with words; 100,000 of them beside brute force',
    load: () => import('./search-dense.ts'),
  },
  captions: {
    about: 'words of the recorded caption tracks, beside tags stripped and cues joined',
    load: () => import('./captions.ts'),
  },
  article: {
    about: 'articles and metadata of real pages, beside Readability on jsdom and linkedom',
    load: () => import('./article.ts'),
  },
  pdf: {
    about: 'text of PDFs, pages a second and memory, beside pdfjs-dist and pdftotext',
    load: () => import('./pdf.ts'),
  },
  'pdf-patches': {
    about: 'processor time and text of PDFs with and without each patch to pdf.js',
    load: () => import('./pdf-patches.ts'),
  },
  browserless: {
    about: 'pages fetched without a browser, beside the same through Chromium',
    load: () => import('./browserless.ts'),
  },
  refresh: {
    about: 'unchanged sources looked at again, and where clips go, beside looking for their words',
    load: () => import('./refresh.ts'),
  },
  load: {
    about:
      'requests a second beside bare Koa; memory of a thousand idle streams and two hundred sockets',
    load: () => import('./load.ts'),
  },
  posts: {
    about:
      'requests a second of a published post, beside a file sent by bare Koa; Lighthouse; hostile texts',
    load: () => import('./posts.ts'),
  },
  editor: {
    about:
      "typing into a note of 2,000 blocks and opening it, beside Tiptap's StarterKit, alone and over Hocuspocus by itself",
    load: () => import('./editor.ts'),
  },
  'editor-bulk': {
    about: 'a megabyte pasted into the notes as Markdown and as plain text, and deleted',
    load: () => import('./editor-bulk.ts'),
  },
  'editor-patches': {
    about: 'keys, remote edits and opening of a long note without each patch of the editor',
    load: () => import('./editor-patches.ts'),
  },
  collab: {
    about:
      'twenty editors on one note, five hundred open notes, a real trace of edits, beside Hocuspocus by itself',
    load: () => import('./collab.ts'),
  },
  chaos: {
    about:
      'a server killed a hundred times while eight write, offline clients merged, beside Hocuspocus by itself',
    load: () => import('./chaos.ts'),
  },
  security: {
    about:
      'attacks on a real server, each beside its target; with row names behind it, those alone',
    load: () => import('./security/index.ts'),
  },
  bundle: {
    about: 'gzipped first load of each route, beside all there is',
    load: () => import('./bundle.ts'),
  },
  ui: {
    about:
      "first load, time to the next paint while an answer streams, frames a second and memory while long sources scroll, beside Open Notebook's bundle",
    load: () => import('./ui.ts'),
  },
  answers: {
    about: 'what the offline assistant cites, faults of a provider, two hundred streams',
    load: () => import('./answers.ts'),
  },
  answer: {
    about: 'time to the first word, beside calling the provider directly',
    load: () => import('./answer.ts'),
  },
};

const list = Object.entries(BENCHES)
  .map(([name, { about }]) => `  ${name.padEnd(15)}${about}\n`)
  .join('');
const given = process.argv.slice(2);
/** With a real embedding model, only the benchmark of that model runs. */
const words = given.includes('--provider')
  ? ['search-dense']
  : given.filter((it) => !['--all', '--opening', '--gate'].includes(it));
if (words.some((word) => word === '--help' || word === '-h')) {
  process.stdout.write(
    `scripts/bench [name…]: runs the named benchmarks, or all. Tables go to the terminal, results to bench/results/<name>.json.\n\`search --provider\` asks the retrieval sets by the model of GLOSS_EMBEDDING_MODEL, which costs what its provider takes for about a million tokens.\n\`search --gate\` fails when the embedded index no longer earns its place beside FTS5. \`answers --all\` asks every question of the sets, not a sample. \`editor --opening\` leaves the typing out. \`security hang sockets\` runs those rows of security alone.\n\n${list}`,
  );
  process.exit(0);
}
/**
 * Benchmarks that take the remaining arguments: names of rows for `security`, names of patches for
 * `editor-patches`, options for `import`.
 */
const TAKE_WORDS = ['security', 'editor-patches', 'import'];
const rows = TAKE_WORDS.includes(words[0] ?? '') ? words.splice(1) : [];
const unknown = words.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  process.stderr.write(`No benchmark is called ${unknown.join(', ')}. There are:\n\n${list}`);
  process.exit(2);
}
for (const [name, { load }] of Object.entries(BENCHES)) {
  if (words.length === 0 || words.includes(name))
    await (await load()).run(TAKE_WORDS.includes(name) ? rows : []);
}
