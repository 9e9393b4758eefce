import { z } from 'zod';
import internals from './generated/internals.json' with { type: 'json' };
import bundle from './generated/openapi.json' with { type: 'json' };

/** What the middleware must know of an operation before the validator sees the request. */
export type Operation = {
  id: string;
  /** The operation whose handler answers. */
  handledBy: string;
  method: string;
  /** What the key must be; null where no key is asked for. */
  access: Access | null;
  body: 'none' | 'optional' | 'required';
  bodyLimitBytes: number;
};

/** Whose key an operation asks for, and what that key must be allowed. */
export type Access = {
  owner: 'company' | 'office';
  /** Scopes that must be on the key. */
  scopes: string[];
  /** Whether it issues in the name of the company in its path, which must have allowed that. */
  issues: boolean;
};

/** `companyId` is what the path says, unchecked; null where it has no place for one. */
export type Match =
  | { kind: 'operation'; operation: Operation; companyId: string | null }
  | { kind: 'wrongMethod'; allow: string[] }
  | { kind: 'unknownPath' };

const oneMebibyte = 1024 * 1024;
const securitySchema = z.array(z.record(z.string(), z.array(z.string())));
const operationSchema = z.object({
  operationId: z.string(),
  security: securitySchema.optional(),
  requestBody: z.object({ required: z.boolean().optional() }).optional(),
});
const internalsSchema = z.object({
  bodyLimitBytes: z.number().optional(),
  handledBy: z.string().optional(),
  issues: z.boolean().optional(),
});
const internalsOf = z.record(z.string(), internalsSchema).parse(internals.operations);
const contractSchema = z.object({
  security: securitySchema,
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});
const contract = contractSchema.parse(bundle);

/** The description as it is published at `/openapi.json`. */
export const description: object = bundle;

const routes = Object.entries(contract.paths).map(([path, operations]) => ({
  pattern: new RegExp(`^${path.replace('{companyId}', '(?<companyId>[^/]+)').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  operations: new Map(
    Object.entries(operations).map(([method, raw]) => [method.toUpperCase(), operation(method, raw)]),
  ),
}));

/** Which operation of the contract a request is for; letters' case and a slash at the end count. HEAD is for what GET is for. */
export function matchOperation(method: string, path: string): Match {
  const route = routes.find(({ pattern }) => pattern.test(path));
  if (!route) return { kind: 'unknownPath' };
  const operation = route.operations.get(method === 'HEAD' ? 'GET' : method);
  if (operation)
    return { kind: 'operation', operation, companyId: route.pattern.exec(path)?.groups?.companyId ?? null };
  return {
    kind: 'wrongMethod',
    allow: [...route.operations.keys()].flatMap((key) => (key === 'GET' ? [key, 'HEAD'] : key)),
  };
}

/** The operation whose handler answers: an office's twin of a company's operation has that one's (`openapi/mount.ts`). */
export function handledBy(operationId: string): string {
  return internalsOf[operationId]?.handledBy ?? operationId;
}

function operation(method: string, raw: z.infer<typeof operationSchema>): Operation {
  const { bodyLimitBytes = oneMebibyte, issues = false } = internalsOf[raw.operationId] ?? {};
  return {
    id: raw.operationId,
    handledBy: handledBy(raw.operationId),
    method: method.toUpperCase(),
    access: accessOf(raw, issues),
    body: raw.requestBody ? (raw.requestBody.required ? 'required' : 'optional') : 'none',
    bodyLimitBytes,
  };
}

function accessOf(raw: z.infer<typeof operationSchema>, issues: boolean): Access | null {
  const [security] = raw.security ?? contract.security;
  if (!security) return null;
  const owner = 'officeKey' in security ? 'office' : 'company';
  return { owner, scopes: Object.values(security).flat(), issues };
}

/** The sentence, in Portuguese, that the contract gives for a pattern (`x-says` of the source). */
export const patternSentences: ReadonlyMap<string, string> = new Map(Object.entries(internals.sentences));
