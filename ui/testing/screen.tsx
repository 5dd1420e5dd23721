/**
 * Renders components like the app and finds elements like a user: by role and accessible name.
 * Events are real DOM events; none of our code is replaced.
 */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { toast } from 'sonner';
import { vi } from 'vitest';
import { makeQueryClient } from '#ui/client/queries.ts';
import { Toasts } from '#ui/kit/toaster.tsx';
import { isHidden, nameOf, roleOf, visibleText } from './accessible-name.ts';

const mounted: { root: Root; cache: QueryClient }[] = [];
/** A long timeout costs nothing, because the wait ends when the element appears. */
const PATIENCE_MS = 10_000;

export interface Rendered {
  cache: QueryClient;
  /** renders another element in its place, keeping state */
  update(element: ReactNode): Promise<void>;
  unmount(): Promise<void>;
}

/** React renders, runs effects and renders again, each in a separate task. */
const TASKS = 3;

/** Lets React and resolved promises finish. */
export async function settle(): Promise<void> {
  for (let n = 0; n < TASKS; n += 1)
    await new Promise((resolve) => {
      setTimeout(() => setImmediate(resolve), 0);
    });
}

/** `at`: the address of the page, such as `/library?q=x`. */
export async function render(
  element: ReactNode,
  { at = '/', cache = makeQueryClient() }: { at?: string; cache?: QueryClient } = {},
): Promise<Rendered> {
  history.replaceState(null, '', at);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const update = async (shown: ReactNode): Promise<void> => {
    root.render(
      <BrowserRouter>
        <QueryClientProvider client={cache}>
          {shown}
          <Toasts />
        </QueryClientProvider>
      </BrowserRouter>,
    );
    await settle();
  };
  mounted.push({ root, cache });
  await update(element);
  return {
    cache,
    update,
    unmount: async () => {
      root.unmount();
      await settle();
    },
  };
}

export async function unmountAll(): Promise<void> {
  for (const { root, cache } of mounted.splice(0)) {
    root.unmount();
    cache.clear();
  }
  // Toasts outlive the toaster.
  toast.dismiss();
  await settle();
  document.body.replaceChildren();
}

type Name = string | RegExp;
const matches = (name: string, wanted: Name): boolean =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name);

/** All visible elements, in document order. */
export const getAllByRole = (
  role: string,
  name?: Name,
  within: Element = document.body,
): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>('*')].filter(
    (it) =>
      roleOf(it) === role && (name === undefined || matches(nameOf(it), name)) && !isHidden(it),
  );

export const queryByRole = (role: string, name?: Name, within?: Element): HTMLElement | undefined =>
  getAllByRole(role, name, within)[0];

export function getByRole(role: string, name?: Name, within?: Element): HTMLElement {
  const [found, ...more] = getAllByRole(role, name, within);
  if (found && more.length === 0) return found;
  const there = getAllByRole(role, undefined, within).map((it) => `"${nameOf(it)}"`);
  throw new Error(
    `${found ? 'Several' : 'No'} ${role} ${String(name ?? '')}. There are: ${there.join(', ')}\n${pageText()}`,
  );
}

/** Waits for the only match. */
export const findByRole = (role: string, name?: Name, within?: Element): Promise<HTMLElement> =>
  vi.waitFor(() => getByRole(role, name, within), { timeout: PATIENCE_MS, interval: 10 });

/** Waits until there is no match. */
export const findNoRole = (role: string, name?: Name): Promise<void> =>
  vi.waitFor(
    () => {
      if (queryByRole(role, name))
        throw new Error(`There still is a ${role} ${String(name ?? '')}.`);
    },
    { timeout: PATIENCE_MS, interval: 10 },
  );

/** The visible text of the page, or of a part of it. */
export const pageText = (within: Element = document.body): string => visibleText(within);

export const findText = (text: string, within?: Element): Promise<void> =>
  vi.waitFor(
    () => {
      const shown = pageText(within);
      if (!shown.includes(text)) throw new Error(`No "${text}" in: ${shown}`);
    },
    { timeout: PATIENCE_MS, interval: 10 },
  );

/** The texts of its items or options. */
export const itemsOf = (list: Element): string[] =>
  getAllByRole(list instanceof HTMLSelectElement ? 'option' : 'listitem', undefined, list).map(
    (it) => visibleText(it),
  );

/** The controls in an element that Tab reaches. */
export const tabStopsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>('a[href], button, input')].filter(
    (it) => it.tabIndex === 0,
  );
