import type { AttributeSpec, Schema } from '@tiptap/pm/model';
import { notesSchema } from './schema.ts';

type Attributes = Record<string, AttributeSpec> | undefined;
const attributesOf = (attrs: Attributes): unknown[] =>
  Object.entries(attrs ?? {})
    .map(([name, { default: fallback }]) => [name, fallback])
    .sort();

let version: string | undefined;
/** Builds with compatible notes have the same version. */
export const schemaVersion = (): string => (version ??= versionOfSchema(notesSchema()));

/** A digest of nodes, marks and attributes, regardless of their order. */
export const versionOfSchema = ({ nodes, marks }: Schema): string =>
  digest(
    JSON.stringify([
      Object.values(nodes)
        .map(({ name, spec }) => [
          name,
          spec.content,
          spec.group,
          spec.marks,
          spec.inline,
          attributesOf(spec.attrs),
        ])
        .sort(),
      Object.values(marks)
        .map(({ name, spec }) => [name, spec.excludes, attributesOf(spec.attrs)])
        .sort(),
    ]),
  );

/** FNV-1a, 64 bits: it identifies builds and is no secret. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
