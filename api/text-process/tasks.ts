/**
 * The tasks of a text process. Only types are shared between its two sides: each validates its
 * input.
 */
import type { JSONContent } from '@tiptap/core';
import { z } from 'zod';
import type { ExternalLinkOptions } from '#core/editor/external-links.ts';
import type { PublicSource } from '../features/posts/page/source-links.ts';
import type { ServedImage } from '../features/posts/page/rendered-content.ts';

const object = <T extends object>() =>
  z.custom<T>((value) => typeof value === 'object' && value !== null);

export const TextTask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('render'),
    doc: object<JSONContent>(),
    sources: z.array(object<PublicSource>()),
    images: z.map(z.string(), object<ServedImage>()),
  }),
  z.object({ kind: z.literal('doc-to-markdown'), doc: object<JSONContent>() }),
  z.object({
    kind: z.literal('notes-to-markdown'),
    doc: object<JSONContent>(),
    outside: object<ExternalLinkOptions>(),
  }),
]);
export type TextTask = z.infer<typeof TextTask>;
