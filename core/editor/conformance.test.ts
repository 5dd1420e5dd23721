import { prosemirrorJSONToYDoc, yDocToProsemirrorJSON } from '@tiptap/y-tiptap';
import type { JSONContent } from '@tiptap/core';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { BLOCKS } from './blocks/registry.ts';
import { BLOCK_CHECKS, type RoundTrips } from './conformance.ts';
import { docFromHtml, docToHtml } from './testing/html.ts';
import { notesSchema } from './schema.ts';
import { cleanDoc } from './document.ts';

const roundTrips: RoundTrips = {
  throughHtml: (doc) => docFromHtml(new JSDOM(docToHtml(doc)).window.document.body),
  throughShared(doc): JSONContent {
    const there = new Doc();
    applyUpdate(there, encodeStateAsUpdate(prosemirrorJSONToYDoc(notesSchema(), doc, 'default')));
    return cleanDoc(yDocToProsemirrorJSON(there, 'default'));
  },
};

describe.each(BLOCKS.map((block) => [block.name, block] as const))('block %s', (_, block) => {
  it.each(BLOCK_CHECKS.map((check) => [check.name, check] as const))('%s', (__, check) => {
    expect(check.problem(block, roundTrips)).toBeUndefined();
  });
});
