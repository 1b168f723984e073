/** Types of a request and its response, read from an operation as openapi-typescript writes it. */

/** The parameters of one place; an empty object if there are none. */
export type ParamsOf<Operation, In extends 'path' | 'query' | 'header'> = Operation extends {
  parameters: infer Parameters;
}
  ? In extends keyof Parameters
    ? OrEmpty<Parameters[In]>
    : Empty
  : Empty;

/** The body of a request; an empty object if it has none. */
export type BodyOf<Operation> = Operation extends { requestBody?: infer Given }
  ? OrEmpty<Json<NonNullable<Given>>>
  : Empty;

/** A successful response. `cookie` is a Set-Cookie header. */
export type SuccessOf<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses & (200 | 201)]: {
        status: Status;
        body: Json<Responses[Status]>;
        cookie?: string;
      };
    }[keyof Responses & (200 | 201)]
  : never;

type Empty = Record<never, never>;
type OrEmpty<T> = [NonNullable<T>] extends [never] ? Empty : NonNullable<T>;
type Json<T> = T extends { content: { 'application/json': infer Content } } ? Content : never;
