import { z } from 'zod';
import { checkedContract, type CheckedContract } from './checked.ts';
import { type RequestNames, namesIn } from './names.ts';

/** What the middleware needs to know of an operation before the validator sees the request. */
export type ContractOperation = {
  id: string;
  /** Id of the operation whose handler answers. */
  handledBy: string;
  method: string;
  /** The key that it needs; null where it needs none. */
  access: Access | null;
  body: 'none' | 'optional' | 'required';
  bodyLimitBytes: number;
};

/** The kind of key that an operation needs, and what the key must be allowed to do. */
export type Access = {
  owner: 'company' | 'office' | 'operator';
  /** Scopes that the key must have. */
  scopes: string[];
  /** Whether it issues documents for the company in its path, which must have allowed that. */
  issues: boolean;
  /** Whether it is about the whole installation, so that a key that is bound to companies may not use it. */
  ofInstallation: boolean;
};

/** The operation of a request. `companyId` is the text in the path, unchecked; null where the path has none. */
export type Match =
  | { kind: 'operation'; operation: ContractOperation; companyId: string | null }
  | { kind: 'wrongMethod'; allow: string[] }
  | { kind: 'unknownPath' };

/** A contract with which requests are validated. */
export type Contract = RequestNames & {
  /** The contract as it is published. */
  description: object;
  /** Finds the operation of a request. Paths are compared exactly, with their case and a trailing slash. HEAD finds the operation of GET. */
  match(method: string, path: string): Match;
  /** Id of the operation whose handler answers: for an office's variant that of the company's operation (`openapi/mount.ts`). */
  handledBy(operationId: string): string;
  /** The Portuguese sentence for each pattern (`x-says` in the source). */
  sentences: ReadonlyMap<string, string>;
  /** The contract in the form that the validator needs. */
  checked(options?: { closed?: boolean }): CheckedContract;
};

const oneMebibyte = 1024 * 1024;
const securitySchema = z.array(z.record(z.string(), z.array(z.string())));
const operationSchema = z.object({
  operationId: z.string(),
  security: securitySchema.optional(),
  requestBody: z.object({ required: z.boolean().optional() }).optional(),
});
const internalsSchema = z.object({
  operations: z.record(
    z.string(),
    z.object({
      bodyLimitBytes: z.number().optional(),
      handledBy: z.string().optional(),
      issues: z.boolean().optional(),
      ofInstallation: z.boolean().optional(),
    }),
  ),
  sentences: z.record(z.string(), z.string()),
});
const pathSchema = z.record(z.string(), operationSchema);
const contractSchema = z.object({ security: securitySchema, paths: z.record(z.string(), pathSchema) });

/** Reads a bundle, and the fields of it that only Lavra reads (`openapi/publish.ts`). */
export function readContract(bundle: object, internals: object): Contract {
  const contract = contractSchema.parse(bundle);
  const { operations: internalsOf, sentences } = internalsSchema.parse(internals);
  const handledBy = (operationId: string): string => internalsOf[operationId]?.handledBy ?? operationId;
  const routes = Object.entries(contract.paths).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replace('{companyId}', '(?<companyId>[^/]+)').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    operations: new Map(
      Object.entries(operations).map(([method, raw]) => [method.toUpperCase(), operation(method, raw)]),
    ),
  }));

  function operation(method: string, raw: z.infer<typeof operationSchema>): ContractOperation {
    const { bodyLimitBytes = oneMebibyte, ...internal } = internalsOf[raw.operationId] ?? {};
    return {
      id: raw.operationId,
      handledBy: handledBy(raw.operationId),
      method: method.toUpperCase(),
      access: accessOf(raw.security ?? contract.security, internal),
      body: raw.requestBody ? (raw.requestBody.required ? 'required' : 'optional') : 'none',
      bodyLimitBytes,
    };
  }

  return {
    description: bundle,
    match(method, path) {
      const route = routes.find(({ pattern }) => pattern.test(path));
      if (!route) return { kind: 'unknownPath' };
      const found = route.operations.get(method === 'HEAD' ? 'GET' : method);
      if (found)
        return { kind: 'operation', operation: found, companyId: route.pattern.exec(path)?.groups?.companyId ?? null };
      return {
        kind: 'wrongMethod',
        allow: [...route.operations.keys()].flatMap((key) => (key === 'GET' ? [key, 'HEAD'] : key)),
      };
    },
    handledBy,
    sentences: new Map(Object.entries(sentences)),
    checked: (options) => checkedContract({ ...options, bundle }),
    ...namesIn(bundle),
  };
}

const owners: Record<string, Access['owner']> = { apiKey: 'company', officeKey: 'office', adminKey: 'operator' };

function accessOf(
  [security]: z.infer<typeof securitySchema>,
  { issues = false, ofInstallation = false }: { issues?: boolean | undefined; ofInstallation?: boolean | undefined },
): Access | null {
  if (!security) return null;
  const [scheme = ''] = Object.keys(security);
  const owner = owners[scheme];
  if (!owner) throw new Error(`nobody has keys of the scheme ${scheme}`);
  return { owner, scopes: Object.values(security).flat(), issues, ofInstallation };
}
