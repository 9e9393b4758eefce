/** What a handler gets of a request; `parameter` is the part of the path that is variable. */
export type Asked = { parameter: string; query: URLSearchParams; body: unknown };

/** One operation. Undefined is answered 404, text as PEM, anything else as JSON. */
export type ControlRoute = { method: string; path: URLPattern; handle(asked: Asked): unknown };

/** A path, in which `:id` stands for the variable part. */
export function at(pathname: string): URLPattern {
  return new URLPattern({ pathname });
}
