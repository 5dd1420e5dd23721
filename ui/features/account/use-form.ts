/**
 * A form that is only sent if it is valid. Shows problems at their fields, and respects the
 * server's retry delay.
 */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { z } from 'zod';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { accountTexts as texts } from './texts/pages.ts';

type Wrong<V> = { readonly [name in keyof V]?: string | undefined };
interface FormOptions<V> {
  first: V;
  /** problems of the fields before anything is sent */
  check: (values: V) => Wrong<V>;
  send: (values: V) => Promise<unknown>;
}

const Details = z.array(z.object({ field: z.string(), message: z.string() })).catch([]);

export interface Form<V> {
  values: V;
  set: (name: keyof V) => (value: string) => void;
  wrong: Wrong<V>;
  /** problem of the whole form */
  trouble: string | undefined;
  busy: boolean;
  /** the retry delay has not passed */
  barred: boolean;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

export function useForm<V extends Record<string, string>>({
  first,
  check,
  send,
}: FormOptions<V>): Form<V> {
  const [values, setValues] = useState(first);
  const [wrong, setWrong] = useState<Wrong<V>>({});
  const form = useRef<HTMLFormElement>(null);
  const sending = useMutation({
    mutationFn: send,
    onError: (error) => show(ofServer(error, values)),
  });
  const leftS = useWait(sending.error);

  function show(found: Wrong<V>): boolean {
    setWrong(found);
    const name = Object.keys(found).find((it) => found[it] !== undefined);
    const field = name === undefined ? undefined : form.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
    return name === undefined;
  }
  const atField = Object.values(ofServer(sending.error, values)).some((it) => it !== undefined);
  return {
    values,
    wrong,
    busy: sending.isPending,
    barred: leftS > 0,
    set: (name) => (value) => {
      setValues((was) => ({ ...was, [name]: value }));
      if (wrong[name] !== undefined) setWrong((was) => ({ ...was, [name]: undefined }));
    },
    trouble:
      sending.error && !atField
        ? leftS > 0
          ? texts.wait(leftS)
          : waitOf(sending.error) > 0
            ? texts.waitOver
            : textOf(sending.error)
        : undefined,
    submit: (event) => {
      event.preventDefault();
      form.current = event.currentTarget;
      if (show(check(values)) && !sending.isPending && leftS === 0) sending.mutate(values);
    },
  };
}

/** Problems of single fields from the server. */
function ofServer<V extends Record<string, string>>(error: unknown, values: V): Wrong<V> {
  if (!(error instanceof ApiError) || error.status !== 400) return {};
  return Object.fromEntries(
    Details.parse(error.details)
      .filter((it) => it.field in values)
      .map((it) => [it.field, it.message]),
  ) as Wrong<V>;
}

const textOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 0 ? texts.unreachable : messageOf(error);

const waitOf = (error: unknown): number =>
  error instanceof ApiError && error.status === 429 ? (error.retryAfterS ?? 0) : 0;

/** Seconds until the next attempt, counting down. */
function useWait(error: unknown): number {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const waitS = waitOf(error);
    if (waitS === 0) {
      setUntil(0);
      return undefined;
    }
    const end = Date.now() + waitS * 1000;
    setUntil(end);
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= end) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [error]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
