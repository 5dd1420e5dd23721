export type HostileKind =
  | 'page'
  | 'css'
  | 'robots'
  | 'feed'
  | 'captions'
  | 'import'
  | 'markdown'
  | 'pdf';

export interface HostileDocument {
  /** unique, of `a-z0-9-` */
  name: string;
  kind: HostileKind;
  /** as a server would send it */
  contentType: string;
  /** as a file of this kind would be called */
  fileName: string;
  bytes: Uint8Array;
}

/** As the lists write them: text is UTF-8; `ending` is that of the file's name. */
export interface HostileText {
  name: string;
  kind: HostileKind;
  contentType: string;
  ending: string;
  text: string | Uint8Array;
}

export function documentOf({
  name,
  kind,
  contentType,
  ending,
  text,
}: HostileText): HostileDocument {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return { name, kind, contentType, fileName: `${name}.${ending}`, bytes };
}
