import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Schema = { properties?: Record<string, unknown>; required?: string[]; enum?: unknown[] };
type Contract = { components: { schemas: Record<string, Schema> } };

/** For each schema of an answer, a field that the test's client does not know. */
type Unknown = Record<string, string>;
export const unknownOfSales: Unknown = {
  FiscalDocumentDetail: 'updatedAt',
  FiscalDocument: 'createdAt',
  ApiError: 'error',
};
export const unknownOfCompanies: Unknown = { Company: 'updatedAt', ListedCompany: 'createdAt', ApiError: 'error' };

/**
 * The contract as an older version could have been: without some fields of answers, and without an error code if clients tolerate that. A
 * client of it must understand today's answers.
 */
export function olderContract(served: string, unknown: Unknown, withoutCode?: string): string {
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

/** Runs `use` with a folder that has the contract as `openapi.json`, and removes the folder afterwards. */
export async function withContract(contract: string, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lavra-generated-'));
  try {
    await writeFile(join(folder, 'openapi.json'), contract);
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
