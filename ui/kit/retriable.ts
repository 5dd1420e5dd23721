/** A part of the page whose code comes when it is first shown, and can be asked for again when it did not come. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

export interface Retriable<P> { part(): LazyExoticComponent<ComponentType<P>>; /** React remembers a failure; this forgets it */ renew(): void }

export function retriable<P>(load: () => Promise<ComponentType<P>>): Retriable<P> {
  const make = () => lazy(async () => ({ default: await load() }));
  let made = make();
  return { part: () => made, renew: () => { made = make(); } };
}
