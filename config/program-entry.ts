/**
 * Returns the file that another process or thread of Gloss runs, next to the module `from` that
 * starts it. In a checkout it is the TypeScript file; in the package it is compiled and ends in
 * `.js`.
 */
export function programEntry(name: `./${string}.ts`, from: string): URL {
  return new URL(from.endsWith('.ts') ? name : name.replace(/\.ts$/, '.js'), from);
}
