/**
 * Loads linkedom without event listeners. linkedom keeps a map of listeners for every node in a
 * `WeakMap`, which takes the garbage collector a third of the time of reading a page; pages that
 * are only read need none. The class is replaced before others extend it. Another version or shape
 * of linkedom is used as it is; so is this one with the argument `--no-dom-patch`.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { DOMParser, parseHTML } from 'linkedom';

interface Linkedom {
  parseHTML: typeof parseHTML;
  DOMParser: typeof DOMParser;
}

const PATCHED_VERSION = '0.18.15';
const NO_DOM_PATCH = '--no-dom-patch';
const require = createRequire(import.meta.url);

/** Base class of nodes in place of linkedom's; events are ignored. */
class NodeWithoutListeners {
  _getParent(): null {
    return null;
  }
  addEventListener(): undefined {
    return undefined;
  }
  removeEventListener(): undefined {
    return undefined;
  }
  dispatchEvent(): boolean {
    return true;
  }
}

/** Returns whether the patch fits; `version`: the installed one. */
export function patchLinkedom(folder: string, version: unknown): boolean {
  if (version !== PATCHED_VERSION) return false;
  const target = path.join(folder, 'interface/event-target.js');
  const node = path.join(folder, 'interface/node.js');
  if (require.cache[node] !== undefined) return false;
  const module = require(target) as { EventTarget?: unknown };
  if (!String(module.EventTarget).includes('wm.set(this, new Map)')) return false;
  module.EventTarget = NodeWithoutListeners;
  return true;
}

let isLoaded = false;
/** Loads linkedom with the first page, so that an idle server doesn't hold it in memory. */
export function loadLinkedom(): Linkedom {
  if (!isLoaded && !process.argv.includes(NO_DOM_PATCH)) {
    const folder = path.dirname(require.resolve('linkedom'));
    const { version } = require('linkedom/package.json') as { version: unknown };
    patchLinkedom(folder, version);
  }
  isLoaded = true;
  return require('linkedom') as Linkedom;
}
