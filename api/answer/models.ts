/**
 * Decides which models are available, and under which names of the provider. The operator's setting
 * takes precedence, then the provider's list; without either, a model counts as available. If the
 * list contains none of them, the provider is a local server, and its first model is used.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#config/log.ts';
import { BEST_FOR, BEST_MODEL, MODELS, UNKNOWN_MODEL } from '#config/models.ts';
import type { Settings } from '#config/settings.ts';
import type { ModelChoice } from '#core/contract/account.ts';
import type { Task } from './contract.ts';
import type { ListedModel } from './model/contract.ts';

/** `id`: the specification's id; the chosen model's id instead of `BEST_MODEL`. */
export interface ChosenModel {
  id: number;
  name: string;
  contextTokens: number;
  tokenFactor: number;
}
export interface Models {
  choices(): ModelChoice[];
  /**
   * Returns the model for `id`: the model itself if available, otherwise the best available one.
   */
  pick(id: number, task: Task): ChosenModel;
  /** Requests the provider's list again. */
  refresh(): Promise<void>;
  /** Resolves once the first list has arrived or timed out. */
  readonly ready: Promise<void>;
}
export interface ModelsOptions {
  named: Settings['provider']['models'];
  list: () => Promise<readonly ListedModel[] | undefined>;
  log: Log;
  now?: () => number;
}

const FRESH_MS = 5 * 60_000;
const AGAIN_MS = 60_000;
const WAIT_MS = 1_500;
/** models that don't generate text */
const OTHER_WORK =
  /embed|whisper|tts|dall-e|image|moderation|rerank|audio|realtime|transcribe|speech|sora|veo|bge-|minilm/i;
/** suffixes that don't change the model: a date, `latest` */
const DATED = /^(?:-(?:latest|\d{4}-?\d{2}-?\d{2}|\d{2}-\d{4}|\d{3}|preview[-\d]*))?(?::[a-z]+)?$/;

/**
 * Returns the maker's name of a model such as `models/gemini-2.5-pro`, `anthropic/claude-opus-4.1`
 * or `claude-opus-4-1-20250805`.
 */
const plain = (name: string): string =>
  name
    .slice(name.lastIndexOf('/') + 1)
    .toLowerCase()
    .replaceAll('.', '-');

type ModelList = readonly ListedModel[] | undefined;

/** Returns the entry of the provider's list for a model; the shortest name if there are several. */
function listedAs(listed: ModelList, provider: string): ListedModel | undefined {
  const normalised = plain(provider);
  return listed
    ?.filter(
      ({ name }) =>
        plain(name).startsWith(normalised) && DATED.test(plain(name).slice(normalised.length)),
    )
    .sort((a, b) => a.name.length - b.name.length)[0];
}

/** Returns a model under the provider's name, with its listed or known context size. */
function chosenFrom(listed: ModelList, id: number, name: string): ChosenModel {
  const known = MODELS.find(
    (it) =>
      it.id !== BEST_MODEL &&
      plain(name).startsWith(plain(it.provider)) &&
      DATED.test(plain(name).slice(plain(it.provider).length)),
  );
  const listedTokens = listed?.find((it) => it.name === name)?.contextTokens;
  const { contextTokens, tokenFactor } = known ?? UNKNOWN_MODEL;
  return { id, name, contextTokens: listedTokens ?? contextTokens, tokenFactor };
}

export function createModels({ named, list, log, now = Date.now }: ModelsOptions): Models {
  let listed: readonly ListedModel[] | undefined;
  let askAgainAt = 0;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    try {
      const found = await list();
      listed = found && found.length > 0 ? found : undefined;
      askAgainAt = now() + FRESH_MS;
    } catch (error) {
      askAgainAt = now() + AGAIN_MS;
      log.debug({ err: error }, 'the provider did not list its models');
    }
  }
  const refresh = (): Promise<void> =>
    (asking ??= ask().finally(() => {
      asking = undefined;
    }));
  const keepFresh = () => {
    if (now() >= askAgainAt) void refresh();
  };

  const local = (): ListedModel | undefined =>
    MODELS.some((it) => it.id !== BEST_MODEL && listedAs(listed, it.provider))
      ? undefined
      : listed?.find((it) => !OTHER_WORK.test(it.name));

  /** Returns the requested model if it is available. */
  function own(id: number): ChosenModel | undefined {
    const name = named[String(id)];
    if (name !== undefined) return chosenFrom(listed, id, name);
    const model = MODELS.find((it) => it.id === id);
    if (!model || id === BEST_MODEL) return undefined;
    if (listed) {
      const found = listedAs(listed, model.provider);
      return found && chosenFrom(listed, id, found.name);
    }
    // The operator has configured the available models.
    return Object.keys(named).length > 0 ? undefined : chosenFrom(listed, id, model.provider);
  }

  function best(task: Task): ChosenModel | undefined {
    for (const id of BEST_FOR[task]) {
      const found = own(id);
      if (found) return found;
    }
    const found = local();
    return found && chosenFrom(listed, BEST_MODEL, found.name);
  }

  const ready = Promise.race([refresh(), wait(WAIT_MS, undefined, { ref: false })]);
  return {
    refresh,
    ready,
    pick(id, task) {
      keepFresh();
      const model = MODELS.find((it) => it.id === id);
      const found = own(id) ?? own(BEST_MODEL) ?? best(model?.quick ? 'short' : task);
      if (found) return found;
      const { provider, contextTokens, tokenFactor } = model ?? {
        provider: 'gpt-4.1',
        ...UNKNOWN_MODEL,
      };
      return { id, name: provider, contextTokens, tokenFactor };
    },
    choices() {
      keepFresh();
      return MODELS.map(({ id, name, hidden }) => ({
        id,
        name,
        hidden,
        available:
          id === BEST_MODEL ? (own(id) ?? best('answer')) !== undefined : own(id) !== undefined,
      }));
    },
  };
}
