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
  /** content type that a server would send */
  contentType: string;
  /** typical file name of this kind */
  fileName: string;
  bytes: Uint8Array;
}

/** A document as text in UTF-8; `ending`: file extension. */
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
