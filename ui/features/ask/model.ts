/** The selected model: one for the whole app, remembered in this browser. */
import { useSyncExternalStore } from 'react';
import { DEFAULT_MODEL, ModelId } from '#core/contract/ask.ts';
import { createStoredItem } from '#ui/storage/stored-item.ts';

const chosenModel = createStoredItem('gloss-model', ModelId, { fallback: DEFAULT_MODEL });

export const rememberModel = (id: number): void => chosenModel.write(id);

export const useModel = (): number => useSyncExternalStore(chosenModel.subscribe, chosenModel.read);
