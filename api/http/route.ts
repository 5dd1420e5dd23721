import type { Context } from 'koa';
import type { z } from 'zod';
import type { User } from '#core/contract/account.ts';

type Shape = z.ZodType;
type Takes = { jsonLimit: string } | { maxBytes: number };
type Out<S> = S extends Shape ? z.output<S> : undefined;
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface Call<P, Q, B> {
  params: Out<P>; query: Out<Q>; body: Out<B>;
  user: User;
  /** aborted when the client goes away */ signal: AbortSignal;
  koa: Context;
}
interface Spec<P extends Shape | undefined, Q extends Shape | undefined, B extends Shape | undefined> {
  method: Method;
  /** below `/api/`, as `@koa/router` reads it */ path: string;
  /** one line for the OpenAPI page */ summary: string;
  params?: P; query?: Q; body?: B;
  /** 200 unless said */ status?: number;
  /** more than 1 MB of JSON; or a body of bytes, which the schema then is given as a Uint8Array */ takes?: Takes;
}
interface JsonRoute<P extends Shape | undefined, Q extends Shape | undefined, B extends Shape | undefined, S extends Shape> extends Spec<P, Q, B> {
  response: S;
  handle(call: Call<P, Q, B>): Promise<z.input<S>>;
}
interface RawRoute<P extends Shape | undefined, Q extends Shape | undefined, B extends Shape | undefined> extends Spec<P, Q, B> {
  /** the handler writes the body itself */ response: 'text/event-stream' | 'text/html' | 'redirect' | 'raw';
  handle(call: Call<P, Q, B>): Promise<void>;
}

/** A route as the server mounts it and OpenAPI describes it: no schema, no route. */
export interface Route {
  method: Method; path: string; summary: string; status: number; access: 'user' | 'public';
  params: Shape | undefined; query: Shape | undefined; body: Shape | undefined;
  response: Shape | RawRoute<undefined, undefined, undefined>['response'];
  takes?: Takes;
  handle(call: Call<Shape, Shape, Shape>): Promise<unknown>;
}

type AnySpec = Omit<Route, 'access' | 'status'> & { status?: number };
const build = (access: Route['access'], spec: AnySpec): Route => ({ ...spec, access, status: spec.status ?? 200 });

type Make = {
  <P extends Shape | undefined = undefined, Q extends Shape | undefined = undefined, B extends Shape | undefined = undefined, S extends Shape = Shape>(spec: JsonRoute<P, Q, B, S>): Route;
  <P extends Shape | undefined = undefined, Q extends Shape | undefined = undefined, B extends Shape | undefined = undefined>(spec: RawRoute<P, Q, B>): Route;
};
const maker = (access: Route['access']): Make => ((spec: AnySpec) => build(access, spec)) as Make;

/** A route for somebody signed in. */
export const route: Make = maker('user');
/** A route for anybody; `call.user` must not be used. */
export const publicRoute: Make = maker('public');
