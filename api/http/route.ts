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
  /** a personal one may be for reading only */
  scope: 'read' | 'write';
  /** the sign-in that it came of */
  loginId: string | undefined;
  /** of the account when it was asked; what is signed carries it, and ends when it is counted up */
  epoch: number;
  /** a second factor has to be set up before anything else */
  due?: boolean;
}
export interface Caller {
  user: User;
  actor: Actor;
  credential: Credential;
}
/** Who may put a file at a signed address, for as long as their account's epoch stays. */
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
  /** who asks, as the policy knows them */
  actor: Actor;
  /** undefined if the request is not authenticated */
  credential: Credential | undefined;
  /** aborted when the client goes away */
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
   * What a token for reading only may call: whatever changes nothing and gives out nothing that
   * could. Without it GET reads and everything else writes.
   */
  does?: 'read' | 'write';
  /** 200 unless said */
  status?: number;
  /** more or less than 1 MB of JSON; or a body of bytes, which the schema then is given as a Uint8Array */
  takes?: Takes;
  /** also for who has to set up a second factor before anything else */
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
 * `public`: anybody. `reader`: anybody too; the handler asks the policy what they may see. `user`:
 * who is signed in, by whatever. `person`: the same, but by no personal token. `operator`: who runs
 * this server.
 */
export type Access = 'public' | 'reader' | 'user' | 'person' | 'operator';

/** A route as the server mounts it and OpenAPI describes it: no schema, no route. */
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
/**
 * A route for a person themselves, not for what they lent a token to: whatever makes or ends ways
 * to sign in.
 */
export const personRoute = maker<User>('person');
/** A route for the operator. */
export const operatorRoute = maker<User>('operator');
/** A route for anybody, who may see more when signed in. */
export const readerRoute = maker<User | undefined>('reader');
/** A route for anybody. */
export const publicRoute = maker<undefined>('public');
