import type { Context } from 'koa';
import type { z } from 'zod';
import type { User } from '#core/contract/account.ts';
import type { UserId } from '#core/contract/id.ts';
import type { Actor } from '../policy/index.ts';

type Shape = z.ZodType;
type Takes =
  | {
      jsonLimit: `${number}${'kb' | 'mb'}`;
    }
  | { maxBytes: number };
type Out<S> = S extends Shape ? z.output<S> : undefined;
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The credential of a request. */
export interface Credential {
  /**
   * `token`: the operator's token in the data folder. `personal`: a personal access token. The
   * others belong to browsers.
   */
  kind: 'session' | 'access' | 'token' | 'personal';
  /** a personal token may be read-only */
  scope: 'read' | 'write';
  /** its sign-in */
  loginId: string | undefined;
  /**
   * epoch of the account at the time; signed values include it, and a higher one invalidates them
   */
  epoch: number;
  /** a second factor must be set up first */
  due?: boolean;
}
export interface Caller {
  user: User;
  actor: Actor;
  credential: Credential;
}
/** Who may upload to a signed address, while their account has this epoch. */
export interface Uploader {
  user: UserId;
  epoch: number;
}
export const uploaderOf = ({
  user,
  credential,
}: {
  user: User;
  credential: Credential | undefined;
}): Uploader => ({ user: user._id, epoch: credential?.epoch ?? 0 });

export interface Call<P, Q, B, U = User> {
  params: Out<P>;
  query: Out<Q>;
  body: Out<B>;
  user: U;
  /** the user for the policy */
  actor: Actor;
  /** undefined if the request is not authenticated */
  credential: Credential | undefined;
  /** aborted when the client disconnects */
  signal: AbortSignal;
  koa: Context;
}
interface Spec<
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends Shape | undefined,
> {
  method: Method;
  /** below `/api/`, as `@koa/router` reads it */
  path: string;
  /** one line for the OpenAPI page */
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * What a read-only token may call: routes that change nothing and return nothing that could.
   * Default: `read` for GET, `write` for everything else.
   */
  does?: 'read' | 'write';
  /** default 200 */
  status?: number;
  /** another limit than 1 MB of JSON; or raw bytes, which the schema then gets as a Uint8Array */
  takes?: Takes;
  /** also for people who must set up a second factor first */
  beforeFactor?: true;
}
interface JsonRoute<
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  S extends Shape,
  U,
> extends Spec<P, Q, B> {
  response: S;
  handle(call: Call<P, Q, B, U>): Promise<z.input<S>>;
}
interface RawRoute<
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  U,
> extends Spec<P, Q, B> {
  /** the handler writes the body itself */
  response: 'text/event-stream' | 'text/html' | 'redirect' | 'raw';
  handle(call: Call<P, Q, B, U>): Promise<void>;
}
/**
 * `public`: everyone. `reader`: everyone too; the handler asks the policy what they may see.
 * `user`: people who are signed in by any credential. `person`: the same, without personal tokens.
 * `operator`: the operator.
 */
export type Access = 'public' | 'reader' | 'user' | 'person' | 'operator';

/** A route with the schemas by which the server validates it and OpenAPI describes it. */
export interface Route {
  method: Method;
  path: string;
  summary: string;
  status: number;
  access: Access;
  does: 'read' | 'write';
  params: Shape | undefined;
  query: Shape | undefined;
  body: Shape | undefined;
  response: Shape | RawRoute<undefined, undefined, undefined, User>['response'];
  takes?: Takes;
  beforeFactor?: true;
  handle(call: Call<Shape, Shape, Shape, User | undefined>): Promise<unknown>;
}

type AnySpec = Omit<Route, 'access' | 'status' | 'does'> & {
  status?: number;
  does?: Route['does'];
};
const build = (access: Route['access'], spec: AnySpec): Route => ({
  ...spec,
  access,
  status: spec.status ?? 200,
  does: spec.does ?? (spec.method === 'get' ? 'read' : 'write'),
});

type Make<U> = {
  <
    P extends Shape | undefined = undefined,
    Q extends Shape | undefined = undefined,
    B extends Shape | undefined = undefined,
    S extends Shape = Shape,
  >(
    spec: JsonRoute<P, Q, B, S, U>,
  ): Route;
  <
    P extends Shape | undefined = undefined,
    Q extends Shape | undefined = undefined,
    B extends Shape | undefined = undefined,
  >(
    spec: RawRoute<P, Q, B, U>,
  ): Route;
};
const maker = <U>(access: Access): Make<U> => ((spec: AnySpec) => build(access, spec)) as Make<U>;

/** A route for signed-in people. */
export const route = maker<User>('user');
/** A route for people themselves, without personal tokens: it creates or revokes credentials. */
export const personRoute = maker<User>('person');
/** A route for the operator. */
export const operatorRoute = maker<User>('operator');
/** A route for everyone, who may see more when signed in. */
export const readerRoute = maker<User | undefined>('reader');
/** A route for everyone. */
export const publicRoute = maker<undefined>('public');
