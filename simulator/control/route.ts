/** What a handler gets of a request; `parameter` is the part of the path that is variable. */
export type ControlRequest = { parameter: string; query: URLSearchParams; body: unknown };

/** One operation. Undefined is answered 404, text as PEM, anything else as JSON. */
export type ControlRoute = { method: string; path: URLPattern; handle(asked: ControlRequest): unknown };

/** A path, in which `:id` stands for the variable part. */
export function pattern(pathname: string): URLPattern {
  return new URLPattern({ pathname });
}
