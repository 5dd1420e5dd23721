import { add } from './tools/add.ts';
import { ask } from './tools/ask.ts';
import { list } from './tools/list.ts';
import { read } from './tools/read.ts';
import { search } from './tools/search.ts';
import type { Tool } from './tools/tool.ts';

/** All tools of the MCP server. */
export const TOOLS = [search, read, list, ask, add] as unknown as readonly Tool[];
