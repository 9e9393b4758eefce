type Schema = { properties?: Record<string, unknown>; required?: string[]; enum?: unknown[] };
type Contract = { components: { schemas: Record<string, Schema> } };

/** Fields of answers that the client of this test does not know. */
const unknown = { FiscalDocumentDetail: 'updatedAt', FiscalDocument: 'createdAt', ApiError: 'error' };

/**
 * The contract as an older version would have had it: without some fields of answers and, where a client can stand that, without an error
 * code. A client of it must understand what Lavra answers today.
 */
export function olderContract(served: string, withoutCode?: string): string {
  const contract = JSON.parse(served) as Contract;
  const { schemas } = contract.components;
  for (const [name, field] of Object.entries(unknown)) {
    const schema = schemas[name];
    if (!schema?.properties?.[field]) throw new Error(`${name} has no ${field}: choose another field`);
    delete schema.properties[field];
    schema.required = (schema.required ?? []).filter((each) => each !== field);
  }
  const codes = schemas['ErrorCode'];
  if (codes?.enum && withoutCode) codes.enum = codes.enum.filter((code) => code !== withoutCode);
  return JSON.stringify(contract);
}
