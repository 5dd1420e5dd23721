/** Reads MHTML: a page and its resources as parts of a MIME message (RFC 2557). */
import { Fault } from '#core/contract/faults.ts';
import type { SavedFile, SavedFiles } from './saved-file.ts';

const MOST_PARTS = 2_000;
const MOST_DEEP = 4;

interface MimePart {
  headers: ReadonlyMap<string, string>;
  body: string;
}

function splitHeaders(text: string): MimePart {
  const end = /\r?\n\r?\n/.exec(text);
  const head = (end ? text.slice(0, end.index) : text).replace(/\r?\n[ \t]+/g, ' ');
  const headers = new Map<string, string>();
  for (const line of head.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end ? text.slice(end.index + end[0].length) : '' };
}

function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\//i.test(contentType)) return undefined;
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

function decoded({ headers, body }: MimePart): Uint8Array {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const text = body
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(text, 'latin1');
}

/** Collects the leaf parts, in order. */
function leavesOf(part: MimePart, depth: number, leaves: MimePart[]): void {
  const boundary = boundaryOf(part.headers.get('content-type') ?? '');
  if (leaves.length >= MOST_PARTS || depth > MOST_DEEP) throw new Fault('too_large');
  if (boundary === undefined || boundary === '') {
    leaves.push(part);
    return;
  }
  const [, ...parts] = `\n${part.body}`.split(`\n--${boundary}`);
  for (const text of parts) {
    if (text.startsWith('--')) break;
    leavesOf(splitHeaders(text.slice(text.indexOf('\n') + 1)), depth + 1, leaves);
  }
}

function fileOf(part: MimePart): SavedFile[] {
  const contentType = part.headers.get('content-type') ?? '';
  const id = part.headers.get('content-id')?.replace(/^<|>$/g, '');
  const location = part.headers.get('content-location');
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const bytes = decoded(part);
  const names = [location, id === undefined ? undefined : `cid:${id}`];
  return names.flatMap((url) => (url === undefined ? [] : [{ url, type, contentType, bytes }]));
}

/** Faults: `corrupt_file` if it contains no page, `too_large`. */
export function readMhtml(bytes: Uint8Array): SavedFiles {
  const message = splitHeaders(Buffer.from(bytes).toString('latin1'));
  const leaves: MimePart[] = [];
  leavesOf(message, 0, leaves);
  const pagePart = leaves.find(({ headers }) =>
    /^(text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? ''),
  );
  if (pagePart === undefined)
    throw new Fault('corrupt_file', {
      message: 'This MHTML file holds no page. Save the page again.',
    });
  const [named] = fileOf(pagePart);
  const contentType = pagePart.headers.get('content-type') ?? '';
  const url = message.headers.get('snapshot-content-location') ?? named?.url ?? '';
  return {
    page: { url, type: 'text/html', contentType, bytes: decoded(pagePart) },
    files: leaves.filter((it) => it !== pagePart).flatMap(fileOf),
  };
}
