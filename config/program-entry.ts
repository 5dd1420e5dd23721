/**
 * The file that another process or thread of Gloss runs, beside the module `from` that starts it.
 * A checkout runs the TypeScript itself. In the package it is compiled: the same name, ending in
 * `.js`.
 */
export function programEntry(name: `./${string}.ts`, from: string): URL {
  return new URL(from.endsWith('.ts') ? name : name.replace(/\.ts$/, '.js'), from);
}
