/** Parts of the page that load later, fail, or wait. */
import { Suspense, useState } from 'react';
import { expect, it, vi } from 'vitest';
import {
  findByRole,
  findText,
  getByRole,
  pageText,
  queryByRole,
  render,
  settle,
} from '#ui/testing/screen.tsx';
import { click, hover, type } from '#ui/testing/user.ts';
import { Button } from './button.tsx';
import { PaneBoundary } from './pane-boundary.tsx';
import { popup, type PopupProps } from './popup.tsx';
import { type LoadAttempts, lazyPart } from './lazy-part.tsx';
import { partTexts } from './texts/panes.ts';
import { Toasts } from './toaster.tsx';
import { useDebounced } from './use-debounced.ts';
import { useDeferredLoad } from './use-deferred-load.ts';

/** React logs errors that a boundary catches, which this test ignores. */
const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

const once: LoadAttempts = (load) => load();

function Notes({ broken }: { broken: () => boolean }) {
  if (broken()) throw new Error('It broke.');
  return <p>The notes</p>;
}
function Boundary({ at, broken }: { at: string; broken: () => boolean }) {
  return (
    <PaneBoundary
      at={at}
      title="The notes could not be shown."
      text="They are kept."
      retryLabel="Retry"
    >
      {() => <Notes broken={broken} />}
    </PaneBoundary>
  );
}

it('shows an error in place of a part, and the part again once it works', async () => {
  const report = quiet();
  let isBroken = true;
  await render(
    <>
      <Boundary at="one" broken={() => isBroken} />
      <p>The rest</p>
    </>,
  );
  expect(pageText(getByRole('alert'))).toBe('The notes could not be shown. They are kept. Retry');
  expect(pageText()).toContain('The rest');
  isBroken = false;
  await click(getByRole('button', 'Retry'));
  expect(pageText()).toBe('The notes The rest');
  report.mockRestore();
});

it('retries by itself when other content is to be shown', async () => {
  const report = quiet();
  const shown = await render(<Boundary at="one" broken={() => true} />);
  expect(queryByRole('alert')).toBeDefined();
  await shown.update(<Boundary at="two" broken={() => false} />);
  expect(pageText()).toBe('The notes');
  report.mockRestore();
});

it('shows a placeholder until a part has loaded, and then the part at once', async () => {
  const coming = Promise.withResolvers<() => React.ReactNode>();
  const late = lazyPart<{ name: string }>(async () => {
    const Loaded = await coming.promise;
    return Loaded as never;
  }, once);
  const Part = late.part();
  const { unmount } = await render(<Part name="Ada" waiting={<p>Coming</p>} />);
  expect(pageText()).toBe('Coming');
  coming.resolve((({ name }: { name: string }) => <p>Hello {name}</p>) as never);
  await findText('Hello Ada');
  await unmount();
  await render(<Part name="Bob" waiting={<p>Coming</p>} />);
  expect(pageText()).toBe('Hello Bob');
});

it('says that a popup could not be loaded, and opens it at the next click', async () => {
  const report = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  let isAway = true;
  const Menu = popup<object>(async () => {
    if (isAway) throw new Error('The server is gone.');
    return ({ trigger }: PopupProps) => (
      <>
        {trigger}
        <p>The menu</p>
      </>
    );
  }, 'menu');
  await render(
    <>
      <Menu trigger={<Button>More</Button>} />
      <Toasts />
    </>,
  );
  await click(getByRole('button', 'More'));
  await findText(partTexts.notLoaded);
  isAway = false;
  await click(getByRole('button', 'More'));
  await findText('The menu');
  report.mockRestore();
});

it('retries a part that failed to load', async () => {
  const report = quiet();
  let tries = 0;
  const late = lazyPart(async () => {
    tries += 1;
    if (tries === 1) throw new Error('The server is gone.');
    return () => <p>Here it is</p>;
  }, once);
  const Part = late.part();
  await render(
    <PaneBoundary at="one" title="It did not come" text="" retryLabel="Retry">
      {() => <Part waiting={<p>Coming</p>} />}
    </PaneBoundary>,
  );
  await click(await findByRole('button', 'Retry'));
  await findText('Here it is');
  expect(tries).toBe(2);
  report.mockRestore();
});

it('says that the connection is lost while the server is unreachable, then shows the part', async () => {
  const back = Promise.withResolvers<undefined>();
  const late = lazyPart(
    async () => () => <p>The viewer</p>,
    async (load, onAway) => {
      onAway(true);
      await back.promise;
      onAway(false);
      return load();
    },
  );
  const Part = late.part();
  await render(<Part waiting={<p>Coming</p>} />);
  expect(pageText(await findByRole('status'))).toContain('Connection lost.');
  expect(pageText()).toContain('Coming');
  back.resolve(undefined);
  await findText('The viewer');
  expect(pageText()).toBe('The viewer');
});

it('preloads a popup when its button is hovered, and opens it on a click', async () => {
  const load = vi.fn(
    async () =>
      ({ trigger, defaultOpen, what }: PopupProps & { what: string }) => (
        <>
          {trigger}
          {defaultOpen && <div role="dialog" aria-label={what} />}
        </>
      ),
  );
  const Popup = popup<{ what: string }>(load, 'dialog');
  await render(<Popup what="Ideas" trigger={<Button>Open</Button>} />);
  const button = getByRole('button', 'Open');
  expect(button.getAttribute('aria-haspopup')).toBe('dialog');
  expect(load).not.toHaveBeenCalled();
  await hover(button);
  expect(load).toHaveBeenCalledOnce();
  expect(queryByRole('dialog')).toBeUndefined();
  await click(button);
  await findByRole('dialog', 'Ideas');
});

function Search() {
  const [text, setText] = useState('');
  return (
    <>
      <input aria-label="Words" value={text} onChange={(event) => setText(event.target.value)} />
      <p role="status">{useDebounced(text, 30)}</p>
    </>
  );
}

it('debounces a value', async () => {
  await render(<Search />);
  const field = getByRole('textbox', 'Words');
  for (const text of ['g', 'gl', 'glo']) await type(field, text);
  expect(pageText(getByRole('status'))).toBe('');
  await findText('glo', getByRole('status'));
});

function Deferred({ bring }: { bring: () => Promise<unknown> }) {
  const [here, now] = useDeferredLoad(bring);
  return <Button onClick={now}>{here ? 'Here' : 'Bring it'}</Button>;
}

it('loads deferred code on request', async () => {
  const bring = vi.fn(async () => undefined);
  await render(<Deferred bring={bring} />);
  expect(bring).not.toHaveBeenCalled();
  await click(getByRole('button', 'Bring it'));
  await findByRole('button', 'Here');
});

it('continues without deferred code that fails to load', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await render(
    <Suspense>
      <Deferred bring={async () => Promise.reject(new Error('The server is gone.'))} />
    </Suspense>,
  );
  await click(getByRole('button', 'Bring it'));
  await settle();
  expect(getByRole('button', 'Bring it')).toBeDefined();
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
