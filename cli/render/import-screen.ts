/** The live screen of an import with its keys. */
import { createElement as h, useState } from 'react';
import { Box, Text, useInput } from 'ink';
import type { Import } from '#core/contract/import.ts';
import { wrap } from './terminal-cells.ts';
import { importScreenLines, summaryLines, type ImportView } from './import-screen-lines.ts';
import { paint } from './output.ts';

export type ImportKey = 'pause' | 'resume' | 'cancel' | 'quit' | 'interrupt';
export interface ImportScreenProps extends Omit<ImportView, 'bottom'> {
  /** undefined if stdin is no keyboard */
  onKey?: ((key: ImportKey) => void) | undefined;
  /** the import continues elsewhere when this screen is left */
  goesOn: boolean;
  /** the result of the last key */
  note?: string | undefined;
  /** the last frame, which stays on the terminal */
  closed?: boolean;
}

/** The counts in the question. */
const cancelQuestion = ({ queued }: Import): string =>
  `Cancel the ${queued.toLocaleString('en')} that ${queued === 1 ? 'is' : 'are'} waiting? What is being processed continues.  y yes · n no`;

function Keys({
  live,
  asking,
  setAsking,
  onKey,
}: {
  live: Import;
  asking: boolean;
  setAsking(to: boolean): void;
  onKey(key: ImportKey): void;
}) {
  useInput((input, key) => {
    if (key.ctrl && input === 'c') {
      onKey('interrupt');
      return;
    }
    if (asking) {
      setAsking(false);
      if (input === 'y' || input === 'Y') onKey('cancel');
      return;
    }
    if (input === 'q') onKey('quit');
    else if (input === 'p' && (live.state === 'running' || live.state === 'paused'))
      onKey(live.state === 'paused' ? 'resume' : 'pause');
    else if (input === 'c' && live.queued > 0) setAsking(true);
  });
  return null;
}

export function ImportScreen({ onKey, goesOn, note, closed = false, ...view }: ImportScreenProps) {
  const [asking, setAsking] = useState(false);
  const { live } = view;
  const ended = closed || live.finishedAt !== undefined;
  const keys = [
    ...(live.state === 'paused' ? ['p resume'] : live.state === 'running' ? ['p pause'] : []),
    ...(live.queued > 0 ? ['c cancel what is waiting'] : []),
    goesOn ? 'q leave it running' : 'q stop for now',
  ].join('   ');
  const text = asking
    ? cancelQuestion(live)
    : onKey
      ? keys
      : goesOn
        ? 'Ctrl-C leaves it running'
        : 'Ctrl-C stops for now';
  const bottom = [
    ...(note === undefined ? [] : [paint('yellow', note)]),
    ...wrap(text, view.columns - 1).map(([start, end]) =>
      paint(asking ? 'yellow' : 'dim', text.slice(start, end)),
    ),
  ];
  return h(
    Box,
    { flexDirection: 'column' },
    ...(ended ? summaryLines(view) : importScreenLines({ ...view, bottom })).map((line, index) =>
      h(Text, { key: index, wrap: 'truncate-end' }, line === '' ? ' ' : line),
    ),
    onKey && !ended ? h(Keys, { live, asking, setAsking, onKey }) : null,
  );
}
