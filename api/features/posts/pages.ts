/**
 * Published posts for everyone: pages, images, lists, feed and sitemap. Content is rendered once
 * per change in a child process and stored; here it is framed.
 */
import { readFile } from 'node:fs/promises';
import type { Context, Middleware } from 'koa';
import { Fault } from '#core/contract/faults.ts';
import { pageParts } from './page-parts.ts';
import { FOR_GOOD, sendFile, sendForMachines, sendNotFound } from './page-responses.ts';
import { machineFiles, sendPostList } from './post-lists.ts';
import { createPostPage, sendPostImage, type PostPagePorts } from './post-page.ts';

export function postPages(ports: PostPagePorts): Middleware {
  const { publicUrl } = ports;
  const showPost = createPostPage(ports);
  const machine = machineFiles(ports);
  return async (koa, next) => {
    const { path } = koa;
    const file = Object.hasOwn(machine, path) ? machine[path] : undefined;
    if (file) return readOnly(koa, () => sendForMachines(koa, file));
    if (!path.startsWith('/p/')) return next();
    const [first, second, ...more] = path.slice(3).replace(/\/$/, '').split('/').map(decoded);
    if (first === undefined || first === '' || more.includes(undefined))
      return readOnly(koa, () => sendNotFound(koa, publicUrl));
    if (first === 'assets') return readOnly(koa, () => sendAsset(koa, [second, ...more].join('/')));
    if (second === undefined) return readOnly(koa, () => showPost(koa, first));
    if (more.length > 0) throw new Fault('absent');
    return readOnly(koa, () =>
      first === 'tag' || first === 'by'
        ? sendPostList(ports, koa, first, second)
        : sendPostImage(ports, koa, first, second),
    );
  };
}

/** Sends the script and fonts of pages. Fault `absent`. */
async function sendAsset(koa: Context, name: string): Promise<void> {
  const { fontPath, SCRIPT_PATH, scriptBytes } = await pageParts();
  if (`/p/assets/${name}` === SCRIPT_PATH)
    return sendFile(koa, scriptBytes(), 'text/javascript', FOR_GOOD);
  const file = name.startsWith('fonts/') ? fontPath(name.slice('fonts/'.length)) : undefined;
  if (file === undefined) throw new Fault('absent');
  return sendFile(koa, await readFile(file), 'font/woff2', FOR_GOOD);
}

async function readOnly(koa: Context, answer: () => Promise<void>): Promise<void> {
  if (koa.method !== 'GET' && koa.method !== 'HEAD') throw new Fault('absent');
  return answer();
}
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
