import type { JsonSchema } from './schemas.ts';

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};
export type Example = { title: string; value: unknown };
export type RequestBody = { isRequired: boolean; schema: JsonSchema; examples: Example[] };
/** A response: the schema of each content type and, if any, a recorded example. */
export type OperationResponse = {
  status: string;
  description: string;
  contents: { type: string; schema: JsonSchema; example: unknown }[];
  headers: { name: string; description: string }[];
};

/** Whether it is a success. */
export const isGood = ({ status }: OperationResponse): boolean => /^[23]/.test(status);

/** An operation of a contract with its references resolved, except those to schemas, which have pages of their own. */
export type OperationFacts = {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** The kind of key that it needs, and the scopes that the key must have; undefined where it needs none. */
  key: { kind: string; scopes: string[] } | undefined;
  parameters: Parameter[];
  body: RequestBody | undefined;
  answers: OperationResponse[];
};

type Ref = { $ref: string };
type Examples = Record<string, { summary?: string; value: unknown } | Ref>;
type Content = Record<string, { schema: JsonSchema; example?: unknown; examples?: Examples }>;
type ContractOperation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: (Parameter | Ref)[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content; headers?: Headers } | Ref>;
};
type Headers = Record<string, { description?: string } | Ref>;

/** The operations of a contract, in its order; their descriptions are in the language of `description`. */
export function operationFacts(description: object): OperationFacts[] {
  const { paths, components } = description as {
    paths: Record<string, Record<string, ContractOperation>>;
    components: Record<string, Record<string, unknown>>;
  };
  /** The target of a reference; anything else is returned unchanged. */
  function at<Value extends object>(value: Value | Ref): Value {
    if (!('$ref' in value)) return value;
    const [kind = '', name = ''] = value.$ref.split('/').slice(-2);
    return components[kind]?.[name] as Value;
  }
  const examplesOf = ({ example, examples = {} }: Content[string]): Example[] => [
    ...(example === undefined ? [] : [{ title: '', value: example }]),
    ...Object.values(examples).map((each) => {
      const { summary = '', value } = at(each);
      return { title: summary, value };
    }),
  ];
  const bodyOf = ({ requestBody }: ContractOperation): RequestBody | undefined => {
    const content = requestBody?.content['application/json'];
    return (
      content && { isRequired: requestBody?.required ?? false, schema: content.schema, examples: examplesOf(content) }
    );
  };
  const answerOf = ([status, told]: [string, ContractOperation['responses'][string]]): OperationResponse => {
    const { description: said, content = {}, headers = {} } = at(told);
    return {
      ...{ status, description: said },
      contents: Object.entries(content).map(([type, each]) => ({
        ...{ type, schema: each.schema },
        example: examplesOf(each)[0]?.value,
      })),
      headers: Object.entries(headers).map(([name, header]) => ({ name, description: at(header).description ?? '' })),
    };
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]): OperationFacts => {
      const [kind, scopes = []] = Object.entries(told.security[0] ?? {})[0] ?? [];
      return {
        ...{ id: told.operationId, method: method.toUpperCase(), path, tag: told.tags[0] ?? '' },
        ...{ summary: told.summary, description: told.description ?? '' },
        key: kind === undefined ? undefined : { kind, scopes },
        parameters: (told.parameters ?? []).map(at<Parameter>),
        body: bodyOf(told),
        answers: Object.entries(told.responses).map(answerOf),
      };
    }),
  );
}
