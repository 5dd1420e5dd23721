import { z } from 'zod';

/**
 * Ids are UUIDv7 strings, branded so that a source's id cannot be passed where a thread's is meant.
 */
const id = <B extends string>() => z.uuid().brand<B>();

export const UserId = id<'UserId'>();
export type UserId = z.infer<typeof UserId>;
export const ThreadId = id<'ThreadId'>();
export type ThreadId = z.infer<typeof ThreadId>;
export const SourceId = id<'SourceId'>();
export type SourceId = z.infer<typeof SourceId>;
export const AnswerId = id<'AnswerId'>();
export type AnswerId = z.infer<typeof AnswerId>;
export const ImportId = id<'ImportId'>();
export type ImportId = z.infer<typeof ImportId>;
export const FollowId = id<'FollowId'>();
export type FollowId = z.infer<typeof FollowId>;
export const PostId = id<'PostId'>();
export type PostId = z.infer<typeof PostId>;
