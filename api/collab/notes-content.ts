/**
 * The content of notes without its history: stored as a version, compared and restored. Works on
 * the shared types themselves, so that blocks and attributes that this build does not know are
 * kept.
 */
import { diffArrays } from 'diff';
import { applyUpdate, Doc, encodeStateAsUpdate, XmlElement, XmlText, type XmlFragment } from 'yjs';
import { repairDocument } from './repair-document.ts';
import { FRAGMENT } from './stored-notes.ts';

type Child = XmlElement | XmlText;
/** A unit of text: a character or an inline node, with its marks. */
interface Unit {
  insert: string | object;
  attributes: Record<string, unknown>;
}

const childrenOf = (parent: XmlFragment): Child[] =>
  parent
    .toArray()
    .filter((child): child is Child => child instanceof XmlElement || child instanceof XmlText);
const sorted = (attributes: object): [string, unknown][] =>
  Object.entries(attributes).sort(([one], [other]) => (one < other ? -1 : 1));
const spell = (child: Child): unknown =>
  child instanceof XmlText
    ? unitsOf(child).map(({ insert, attributes }) => [insert, sorted(attributes)])
    : [child.nodeName, sorted(child.getAttributes()), childrenOf(child).map(spell)];
const spelling = (child: Child): string => JSON.stringify(spell(child));

/** Returns the notes without their history, as one update. */
export function contentOf(document: Doc): Uint8Array {
  const copy = new Doc();
  copy
    .getXmlFragment(FRAGMENT)
    .push(childrenOf(document.getXmlFragment(FRAGMENT)).map((child) => child.clone()));
  return encodeStateAsUpdate(copy);
}

/** Returns the same text for notes with the same content. */
export const spellingOf = (document: Doc): string =>
  JSON.stringify(childrenOf(document.getXmlFragment(FRAGMENT)).map(spell));

export function documentOf(content: Uint8Array): Doc {
  const document = new Doc();
  applyUpdate(document, content);
  // A version may be from before updates were checked.
  repairDocument(document, document.getXmlFragment(FRAGMENT));
  return document;
}

/**
 * Changes the notes to `content` with as few edits as there are differences, so that concurrent
 * edits elsewhere stay.
 */
export function writeContent(document: Doc, content: Uint8Array): void {
  align(document.getXmlFragment(FRAGMENT), documentOf(content).getXmlFragment(FRAGMENT));
}

function align(now: XmlFragment, wanted: XmlFragment): void {
  const [ours, theirs] = [childrenOf(now), childrenOf(wanted)];
  let at = 0;
  let gone: Child[] = [];
  let came: Child[] = [];
  const settle = (): void => {
    for (const [n, child] of came.entries()) {
      const previous = gone[n];
      if (previous && alignOne(previous, child)) {
        at += 1;
        continue;
      }
      if (previous) now.delete(at, 1);
      now.insert(at, [child.clone()]);
      at += 1;
    }
    if (gone.length > came.length) now.delete(at, gone.length - came.length);
    [gone, came] = [[], []];
  };
  let [i, j] = [0, 0];
  for (const { added, removed, count } of diffArrays(ours.map(spelling), theirs.map(spelling))) {
    if (removed) gone.push(...ours.slice(i, (i += count)));
    else if (added) came.push(...theirs.slice(j, (j += count)));
    else {
      settle();
      at += count;
      i += count;
      j += count;
    }
  }
  settle();
}

/** Returns false if one can't become the other. */
function alignOne(now: Child, wanted: Child): boolean {
  if (now instanceof XmlText) return wanted instanceof XmlText && alignText(now, wanted);
  if (!(wanted instanceof XmlElement) || now.nodeName !== wanted.nodeName) return false;
  const [has, needs] = [
    now.getAttributes() as Record<string, unknown>,
    wanted.getAttributes() as Record<string, unknown>,
  ];
  for (const name of Object.keys(has)) if (!(name in needs)) now.removeAttribute(name);
  // Block attributes are any JSON, although the type only allows strings.
  for (const [name, value] of Object.entries(needs))
    if (JSON.stringify(has[name]) !== JSON.stringify(value))
      now.setAttribute(name, value as string);
  align(now, wanted);
  return true;
}

function unitsOf(text: XmlText): Unit[] {
  const delta = text.toDelta() as {
    insert: string | object;
    attributes?: Record<string, unknown>;
  }[];
  return delta.flatMap(({ insert, attributes = {} }): Unit[] =>
    typeof insert === 'string'
      ? [...insert].map((letter) => ({ insert: letter, attributes }))
      : [{ insert, attributes }],
  );
}

function alignText(now: XmlText, wanted: XmlText): true {
  const [ours, theirs] = [unitsOf(now), unitsOf(wanted)];
  const same = (one: Unit | undefined, other: Unit | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    JSON.stringify([one.insert, sorted(one.attributes)]) ===
      JSON.stringify([other.insert, sorted(other.attributes)]);
  let start = 0;
  while (same(ours[start], theirs[start])) start += 1;
  let end = 0;
  while (
    end < Math.min(ours.length, theirs.length) - start &&
    same(ours[ours.length - 1 - end], theirs[theirs.length - 1 - end])
  )
    end += 1;
  const length = (units: readonly Unit[]): number =>
    units.reduce((sum, { insert }) => sum + (typeof insert === 'string' ? insert.length : 1), 0);
  const [before, gone] = [
    length(ours.slice(0, start)),
    length(ours.slice(start, ours.length - end)),
  ];
  if (gone > 0) now.delete(before, gone);
  const came = theirs.slice(start, theirs.length - end);
  if (came.length > 0) now.applyDelta([...(before > 0 ? [{ retain: before }] : []), ...came]);
  return true;
}
