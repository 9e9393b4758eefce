import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import '../../../http/contract/contract-router.ts';

const validator = createRequire(createRequire(import.meta.url).resolve('express-openapi-validator'));
const search = createRequire(validator.resolve('ajv'))('json-schema-traverse') as (
  schema: object,
  options: { allKeys: boolean; cb: (schema: object, pointer: string) => void },
) => void;

test('the contract that lies beside a schema is not searched with it, and a field of such a name is', () => {
  const found: string[] = [];
  const beside = { components: { schemas: { Sale: {} } }, paths: { '/v1/sales': { get: {} } } };
  const schema = { ...beside, properties: { paths: { items: {} }, components: {} } };
  search(schema, { allKeys: true, cb: (_schema, pointer) => found.push(pointer) });
  expect(found).toEqual(['', '/properties/paths', '/properties/paths/items', '/properties/components']);
});
