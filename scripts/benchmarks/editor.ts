/** The notes in headless Chromium: typing into a long one and opening it, beside Tiptap's StarterKit alone. */
import { prosemirrorJSONToYXmlFragment } from '@tiptap/y-tiptap';
import type { JSONContent } from '@tiptap/core';
import { openClient } from '#api/collab/testing/client.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { longNote, plainNote } from './editor/long-note.ts';
import { peerPage } from './editor/peer-page.ts';
import { type Typed, typeInto, watchKeys } from './editor/typing.ts';
import { percentile, report, type Row } from './lib/table.ts';
import { type UiStage, withUiStage } from './ui/stage.ts';

const BLOCKS = 2000;
const KEYS = 100;
const OPENINGS = 5;
const SITE = { '/page.html': { type: 'text/html', bytes: `<!doctype html><html lang="en"><title>On margins</title><article><h1>On margins</h1>${'<p>A gloss is a note in the margin, and it explains a hard word beside the passage that has it.</p>'.repeat(20)}</article></html>` } };
/** Frames as soon as they are made: at sixty a second half of what is measured would be waiting for the next one. */
const ARGS = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

export async function run(): Promise<void> {
  const rows: Row[] = [];
  const note = longNote(BLOCKS);
  await withUiStage({ ...await peerPage(), ...SITE }, async (stage) => {
    const peer = await thePeer(stage, plainNote(note));
    const notes = await theNotes(stage, note);
    for (const [what, unit, ours, theirs] of [
      ['opening', 'ms', notes.openMs, peer.openMs],
      ...(['top', 'middle', 'end'] as const).flatMap((place, at) => [
        [`a key at the ${place}, main thread`, 'ms of CPU', notes.typed[at]?.cpuMs, peer.typed[at]?.cpuMs],
        [`a key at the ${place}, p50`, 'ms', notes.typed[at]?.p50, peer.typed[at]?.p50], [`a key at the ${place}, p95`, 'ms', notes.typed[at]?.p95, peer.typed[at]?.p95],
      ] as const),
    ] as const) rows.push({ what, unit, 'Gloss': ours, 'Tiptap StarterKit': theirs, 'ratio': (ours ?? 0) / (theirs ?? 1) });
  }, ARGS);
  report('editor', `A note of ${BLOCKS} blocks, of every kind, in the whole workspace; the peer has the same words and nothing else`, rows);
}

interface Measured { openMs: number; typed: Typed[] }
const AT = [0.001, 0.5, 0.98];

async function theNotes(stage: UiStage, note: JSONContent): Promise<Measured> {
  const { id, url } = await stage.thread(['/page.html']);
  const client = openClient({ url: stage.collab.url, threadId: id, accessToken: stage.collab.token });
  await new Promise<void>((saved) => {
    client.onSaved(saved);
    client.provider.on('synced', () => { client.document.transact(() => prosemirrorJSONToYXmlFragment(notesSchema(), note, client.document.getXmlFragment('default'))); });
  });
  client.close();
  const window = await stage.open(`/t/${url}`, watchKeys);
  const { page } = window;
  const paragraphs = page.locator('.note-editor[contenteditable="true"] > p');
  await paragraphs.first().waitFor();
  const typed: Typed[] = [];
  for (const share of AT) typed.push(await typeInto(window, paragraphs.nth(Math.floor(share * await paragraphs.count())), KEYS));
  const times: number[] = [];
  for (let n = 0; n < OPENINGS; n += 1) {
    await page.goto(page.url().replace(/\/t\/.*/, '/'));
    await page.getByRole('link', { name: 'Measured' }).first().waitFor();
    times.push(await page.evaluate(() => new Promise<number>((done) => {
      const from = performance.now();
      const seen = new MutationObserver(() => {
        if (!document.querySelector('.note-editor[contenteditable="true"] > p')) return;
        seen.disconnect();
        requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => done(performance.now() - from); port2.postMessage(null); });
      });
      seen.observe(document.body, { childList: true, subtree: true });
      [...document.querySelectorAll('a')].find((it) => it.textContent.includes('Measured'))?.click();
    })));
  }
  await window.close();
  return { openMs: percentile(times, 0.5), typed };
}

async function thePeer(stage: UiStage, note: JSONContent): Promise<Measured> {
  const window = await stage.openSite('/peer.html', watchKeys);
  const { page } = window;
  const times: number[] = [];
  for (let n = 0; n < OPENINGS; n += 1) {
    await page.reload();
    times.push(await page.evaluate((content) => new Promise<number>((done) => {
      const from = performance.now();
      openPeer(content);
      requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => done(performance.now() - from); port2.postMessage(null); });
    }), note));
  }
  const paragraphs = page.locator('.ProseMirror > p');
  const typed: Typed[] = [];
  for (const share of AT) typed.push(await typeInto(window, paragraphs.nth(Math.floor(share * await paragraphs.count())), KEYS));
  await window.close();
  return { openMs: percentile(times, 0.5), typed };
}
