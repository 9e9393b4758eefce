import { STATUS_CODES } from 'node:http';
import { describe, expect, test } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { errorCodes } from '../../domain/errors.ts';
import { checkedContract } from '../../openapi/checked.ts';
import administration from '../../openapi/generated/admin.json' with { type: 'json' };
import published from '../../openapi/generated/openapi.json' with { type: 'json' };

/** Rules that keep the contract usable by generators (docs/api-guide.md). */

type Node = Record<string, unknown>;
describe.each([
  ['/v1', published],
  ['/admin/v1', administration],
])('the contract of %s', (_name, contract: typeof published | typeof administration) => {
  const schemas: Record<string, Node> = contract.components.schemas;
  const operations = Object.values<Record<string, Node>>(contract.paths).flatMap((methods) => Object.values(methods));
  const nodes = [...every(contract, '#')];
  const schemaNodes = nodes.filter(([at]) => at.startsWith('#/components/schemas/'));

  test('what is asked is closed to unknown fields, and what is answered may gain some', () => {
    const asked = reachable(operations.map(({ requestBody, parameters }) => ({ requestBody, parameters })));
    const objects = Object.entries(schemas).filter(([, schema]) => 'properties' in schema);
    const closed = objects.filter(([, schema]) => schema['additionalProperties'] === false).map(([name]) => name);
    expect(closed).toEqual(objects.filter(([name]) => asked.has(name)).map(([name]) => name));
  });

  test('every object has a name of its own, and no two are the same', () => {
    const nameless = schemaNodes.filter(
      ([at, node]) => 'properties' in node && isSchema(at) && at.split('/').length > 4,
    );
    expect(nameless.map(([at]) => at)).toEqual([]);
    const shapes = Object.entries(schemas).filter(([, schema]) => 'properties' in schema);
    const same = Map.groupBy(shapes, ([, schema]) => JSON.stringify(withoutWords(schema)));
    expect([...same.values()].filter((group) => group.length > 1).map((group) => group.map(([name]) => name))).toEqual(
      [],
    );
  });

  test('no name is one that languages or generated clients have already', () => {
    const taken = [
      'Any',
      'Boolean',
      'Client',
      'Configuration',
      'Created',
      'Date',
      'Done',
      'Environment',
      'Error',
      'Event',
    ]
      .concat(['Exception', 'File', 'Function', 'Item', 'List', 'Map', 'Null', 'Number', 'Object', 'Order', 'Record'])
      .concat(['Request', 'Response', 'Result', 'Service', 'Set', 'String', 'Symbol', 'Type', 'Warning']);
    const names = Object.keys(schemas);
    expect(names.filter((name) => taken.includes(name))).toEqual([]);
    // In Go, the constructor of a `Vehicle` is called `NewVehicle`.
    expect(names.filter((name) => name.startsWith('New') && names.includes(name.slice(3)))).toEqual([]);
  });

  test('an object or a choice that may be null is one of itself and null, and nothing else is null alone', () => {
    const types = schemaNodes.filter(([, { type }]) => Array.isArray(type) && type.includes('object'));
    expect(types.map(([at]) => at)).toEqual([]);
    const nulls = nodes.filter(([at, { type }]) => type === 'null' && !/\/oneOf\/1$/.test(at));
    expect(nulls.map(([at]) => at)).toEqual([]);
    expect(nodes.filter(([, node]) => 'anyOf' in node || 'allOf' in node).map(([at]) => at)).toEqual([]);
  });

  test('nothing that only Lavra reads is published', () => {
    expect(nodes.flatMap(([at, node]) => Object.keys(node).filter((key) => key.startsWith('x-')).map((key) => `${at}/${key}`))).toEqual([]); // oxfmt-ignore
  });

  test('every request, every refusal and every event has an example', () => {
    const silent = nodes.filter(([at, node]) => isMediaType(node) && !isSuccess(at) && examplesOf(node).length === 0);
    expect(silent.map(([at]) => at)).toEqual([]);
  });

  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ ...checkedContract({ closed: true, bundle: contract }), $id: 'contract' });

  const shown = nodes.filter(([, node]) => isMediaType(node) && examplesOf(node).length > 0);

  test.each(shown)('the examples at %s are what the schema says', (_at, media) => {
    const { $ref } = z.looseObject({ $ref: z.string().optional() }).parse(media['schema']);
    const validate = $ref ? ajv.getSchema(`contract${$ref}`) : null;
    for (const example of examplesOf(media)) {
      if (validate) expect([validate(example), validate.errors]).toEqual([true, null]);
    }
  });

  const refusals = operations.flatMap(({ operationId, responses }) =>
    Object.entries(z.record(z.string(), z.looseObject({})).parse(responses)).flatMap(([status, response]) =>
      every(resolved(response), '')
        .filter(([, node]) => isMediaType(node))
        .flatMap(([, node]) => examplesOf(node))
        .filter((example) => typeof example === 'object' && example !== null && 'statusCode' in example)
        .map((example): [string, string, unknown] => [String(operationId), status, example]),
    ),
  );

  test('every refusal that is shown has the status, the short name and a code of the answer that it stands at', () => {
    expect(refusals.length).toBeGreaterThan(operations.length);
    const wrong = refusals.filter(([, status, example]) => {
      const { statusCode, error, code } = z
        .looseObject({ statusCode: z.number(), error: z.string(), code: z.string() })
        .parse(example);
      const codes: Record<string, number> = errorCodes;
      const isCode = codes[code] === statusCode || (code === 'validation_error' && statusCode < 500);
      return !isCode || error !== STATUS_CODES[statusCode] || (status !== 'default' && status !== String(statusCode));
    });
    expect(wrong).toEqual([]);
  });

  function examplesOf({ example, examples }: Node): unknown[] {
    const several = Object.values(z.record(z.string(), z.looseObject({})).catch({}).parse(examples));
    return [...(example === undefined ? [] : [example]), ...several.map((one) => resolved(one)['value'])];
  }

  /** Names of the schemas that a node refers to, directly or not. */
  function reachable(from: unknown): Set<string> {
    const names = new Set<string>();
    const look = (node: unknown): void => {
      for (const [, { $ref }] of every(node, '')) {
        if (typeof $ref !== 'string') continue;
        const name = $ref.split('/').at(-1) ?? '';
        if (!$ref.includes('/schemas/')) look(resolved({ $ref }));
        else if (!names.has(name)) look(schemas[(names.add(name), name)]);
      }
    };
    look(from);
    return names;
  }

  function resolved(node: Node): Node {
    const { $ref } = node;
    if (typeof $ref !== 'string') return node;
    const found = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((inner, key) => z.looseObject({}).parse(inner)[key], contract);
    return z.looseObject({}).parse(found);
  }
});

function isMediaType(node: Node): boolean {
  return 'schema' in node && !('in' in node) && !('name' in node) && !isFile(node) && !isHeader(node);
}

/** Whether a response is a success. The `503` of readiness counts as one: it is no refusal. */
function isSuccess(at: string): boolean {
  return /\/responses\/(2\d\d|503)\/content/.test(at);
}

function isFile({ schema }: Node): boolean {
  return /binary|"type":"string"/.test(JSON.stringify(schema));
}

function isHeader({ schema }: Node): boolean {
  return /^\{"type"/.test(JSON.stringify(schema));
}

/** Whether a node is a schema, and not a map of fields, whose names may be anything. */
function isSchema(at: string): boolean {
  return !at.endsWith('/properties');
}

function withoutWords(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutWords);
  if (typeof node !== 'object' || node === null) return node;
  const words = ['description', 'examples', 'example'];
  const facts = Object.entries(node).filter(([key, value]) => !words.includes(key) || typeof value === 'object' && !Array.isArray(value)); // oxfmt-ignore
  return Object.fromEntries(facts.toSorted(([a], [b]) => a.localeCompare(b)).map(([key, value]) => [key, withoutWords(value)])); // oxfmt-ignore
}

/** Every object below a node with its path, except examples. */
function every(node: unknown, at: string): [string, Node][] {
  if (typeof node !== 'object' || node === null) return [];
  const own: [string, Node][] = Array.isArray(node) ? [] : [[at, z.looseObject({}).parse(node)]];
  const inner = Object.entries(node).filter(([key]) => !['example', 'examples'].includes(key));
  return [...own, ...inner.flatMap(([key, value]) => every(value, `${at}/${key}`))];
}
