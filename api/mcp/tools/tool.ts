import { z } from 'zod';
import type { Api } from '../../client/client.ts';

/** The result of a tool: text for a model to read, and the same as data. */
export interface ToolResult<T> {
  text: string;
  data: T;
}
/** What an agent may do with a person's library, over the HTTP API. */
export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  output: O;
  /** The tool changes something. */
  writes?: true;
  run(api: Api, input: z.output<I>, signal: AbortSignal): Promise<ToolResult<z.output<O>>>;
}
export const tool = <I extends z.ZodObject, O extends z.ZodObject>(it: Tool<I, O>): Tool<I, O> =>
  it;

/** How an agent may name a thread. */
export const threadName = z
  .string()
  .min(1)
  .max(300)
  .optional()
  .describe('A thread by title, address or id');
