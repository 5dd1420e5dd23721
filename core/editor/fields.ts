/**
 * Validates attributes of blocks: whatever a client wrote, the result has the right form and size.
 */
import { z } from 'zod';
import { AnchorMark } from '../contract/locator.ts';

const clamp =
  (min: number, max: number) =>
  (value: number): number =>
    Math.min(max, Math.max(min, value));
const LONGEST_S = 31 * 24 * 3600;

export const CLIP_COLOR = '#FFD356';

export const text = (maxLength: number, fallback = '') =>
  z
    .string()
    .transform((value) => value.slice(0, maxLength))
    .catch(fallback)
    .default(fallback);
export const flag = (fallback: boolean) => z.boolean().catch(fallback).default(fallback);
export const number = (min: number, max: number, fallback: number) =>
  z.number().transform(clamp(min, max)).catch(fallback).default(fallback);
export const integer = (min: number, max: number, fallback: number) =>
  z
    .number()
    .transform((value) => clamp(min, max)(Math.trunc(value)))
    .catch(fallback)
    .default(fallback);
export const seconds = () => number(0, LONGEST_S, 0);
export const color = () =>
  z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .catch(CLIP_COLOR)
    .default(CLIP_COLOR);
const id = z.string().regex(/^[\w-]{1,64}$/);
/** empty if it names nothing */
export const sourceId = () => id.catch('').default('');
export const maybeId = () => id.nullable().catch(null).default(null);
export const choice = <const T extends readonly [string, ...string[]]>(
  options: T,
  fallback: T[number],
) => z.enum(options).catch(fallback).default(fallback);
/** invalid entries are dropped */
export const list = <T extends z.ZodType>(item: T, maxLength: number) =>
  z
    .array(z.unknown())
    .transform((values) =>
      values.slice(0, maxLength).flatMap((value): z.output<T>[] => {
        const parsed = item.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    )
    .catch([])
    .default([]);
/** set once the source's text changed there */
export const anchorMark = () => AnchorMark.nullable().catch(null).default(null);
const maybeTime = () => z.iso.datetime().nullable().catch(null).default(null);

export const MAX_INDENT = 8;

/** Attributes of every block. */
export const SHARED_ATTRIBUTES = {
  _id: maybeId(),
  parentId: maybeId(),
  createdAt: maybeTime(),
  updatedAt: maybeTime(),
  createdBy: maybeId(),
  updatedBy: maybeId(),
  indent: integer(0, MAX_INDENT, 0),
};
