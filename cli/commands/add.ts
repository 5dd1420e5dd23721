import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { FileUrls } from '#core/contract/file.ts';
import { SourceId } from '#core/contract/id.ts';
import { Source, type SourceDescription } from '#core/contract/source.ts';
import type { Api } from '../api.ts';
import type { CliCommand } from '../command.ts';
import { paint } from '../render/output.ts';
import { sourceLine, standing } from '../render/source-line.ts';
import { threadCalled } from '../thread-called.ts';
import { watchSources } from '../watch.ts';

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);
const Added = z.object({ added: z.array(SourceId) });

/** Addresses stay; a file is itself; a folder is its PDFs. */
async function expand(text: string): Promise<{ label: string; path?: string }[]> {
  if (isAddress(text)) return [{ label: text }];
  const info = await stat(text).catch(() => undefined);
  if (info?.isDirectory()) {
    const names = (await readdir(text, { recursive: true })).filter((name) => extname(name).toLowerCase() === '.pdf').sort();
    if (names.length === 0) throw new Fault('bad_request', { message: `The folder ${text} holds no PDF.` });
    return names.map((name) => ({ label: join(text, name), path: join(text, name) }));
  }
  if (info) return [{ label: text, path: text }];
  if (/^[\w-]+(\.[\w-]+)+(\/|$|\?)/.test(text) && extname(text).toLowerCase() !== '.pdf') return [{ label: text }];
  throw new Fault('bad_request', { message: `There is no file ${text}, and it is not an address. An address begins with https://.` });
}

async function describe(api: Api, threadId: string, it: { label: string; path?: string }): Promise<SourceDescription> {
  if (it.path === undefined) return { url: it.label };
  const bytes = new Uint8Array(await readFile(it.path));
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) throw new Fault('corrupt_file', { message: 'This file is not a PDF. Gloss reads PDF files; add a page or a video by its address.' });
  const name = basename(it.path);
  const urls = await api.get(`thread/v1/file/${threadId}?${new URLSearchParams({ name, contentType: 'application/pdf' })}`, FileUrls);
  await api.put(urls.uploadURL, urls.headers, bytes);
  return { sourceType: 'pdf', fileKey: urls.fileKey, title: name.replace(/\.pdf$/i, '') };
}

export const add: CliCommand = {
  describe: (program) => program.command('add').argument('<url or file or folder...>', 'addresses, PDF files, or folders of PDFs')
    .description('Add sources to a thread and follow them until they can be asked')
    .option('-t, --thread <thread>', 'thread by title, address or id; made when there is none of that title', 'Inbox')
    .option('--no-wait', 'return as soon as they are queued')
    .addHelpText('after', '\nExamples:\n  gloss add https://example.org/article paper.pdf --thread "My reading"\n  gloss add ~/papers --thread Papers --json'),
  async run(context, args, options) {
    const { out } = context;
    const api = await context.api();
    const thread = await threadCalled(api, String(options['thread']), true);
    const added: Source[] = [];
    let failures = 0;
    for (const arg of args) {
      let items: Awaited<ReturnType<typeof expand>> = [{ label: arg }];
      try {
        items = await expand(arg);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        failures += 1;
        out.record({ input: arg, error: { code: error.code, message: error.message } });
        out.note(`${paint('red', '✗')} ${arg}\n    ${error.message}`);
        continue;
      }
      for (const item of items) {
        if (context.signal.aborted) return 130;
        try {
          const description = await describe(api, thread._id, item);
          const { added: ids } = await api.send('POST', 'thread/addSource', { threadId: thread._id, ...description }, Added);
          for (const id of ids) added.push(await api.get(`sources/${id}`, Source));
        } catch (error) {
          if (!(error instanceof Fault) || error.code === 'unreachable') throw error;
          failures += 1;
          out.record({ input: item.label, error: { code: error.code, message: error.message } });
          out.note(`${paint('red', '✗')} ${item.label}\n    ${error.message}`);
        }
      }
    }
    const unique = [...new Map(added.map((source) => [source._id, source])).values()];
    if (options['wait'] === false) {
      for (const source of unique) { out.record(source); out.line(sourceLine(source)); }
      if (api.hosted && unique.length > 0) out.note('Queued. No server runs, so they are read once one does: scripts/start.');
      return failures > 0 ? 1 : 0;
    }
    const settled = unique.length > 0 ? await watchSources(context, thread._id, unique) : [];
    if (context.signal.aborted) {
      out.note('Interrupted. What is queued stays queued.');
      return 130;
    }
    const count = (state: string) => settled.filter((source) => standing(source) === state).length;
    for (const source of settled) if (out.live && standing(source) === 'failed') out.line(sourceLine(source));
    if (settled.length > 0) out.note(`${count('ready')} ready, ${count('failed') + failures} failed · ${api.url}/t/${thread.url}`);
    return count('failed') + failures > 0 ? 1 : 0;
  },
};
