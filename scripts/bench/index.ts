/** `scripts/bench [name…]`: runs the named benchmarks, or all. Each prints a table and writes `bench/results/<name>.json`. */
const BENCHES: Record<string, () => Promise<{ run(): Promise<void> }>> = {
  search: () => import('./search.ts'),
  answer: () => import('./answer.ts'),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(`No benchmark is called ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exit(2);
}
for (const [name, load] of Object.entries(BENCHES)) {
  if (names.length === 0 || names.includes(name)) await (await load()).run();
}
