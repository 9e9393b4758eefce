/** What a handler gets of a request; `parameter` is the variable part of the path. */
export type ControlRequest = { parameter: string; query: URLSearchParams; body: unknown };

/** One operation. A result of undefined is answered with 404, a text as PEM, anything else as JSON. */
export type ControlRoute = { method: string; path: URLPattern; handle(asked: ControlRequest): unknown };

/** A path, in which `:id` stands for the variable part. */
export function pattern(pathname: string): URLPattern {
  return new URLPattern({ pathname });
}
