import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { components as adminComponents } from '../clients/typescript/src/admin-contract.ts';
import type { components } from '../clients/typescript/src/contract.ts';
import { DomainError, type Issue } from '../domain/errors.ts';
import { adminContract } from './admin-contract.ts';
import { contract, type Contract } from './contract.ts';
import { validationIssues } from './validation-issues.ts';

type Schemas = components['schemas'];
type AdminSchemas = adminComponents['schemas'];

const contractId = 'contract';
const checkers = new Map<Contract, Ajv2020>();

/** Compiles the contract's schemas at the first use, so that processes which check no body do not pay for it. */
function checkerOf(asked: Contract): Ajv2020 {
  const kept = checkers.get(asked);
  if (kept) return kept;
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
  addFormats.default(ajv, { mode: 'full' });
  ajv.addSchema({ $id: contractId, components: asked.checked().components });
  checkers.set(asked, ajv);
  return ajv;
}

/**
 * Checks a value that does not come from an API request against a schema of the contract: a form of the panel means the same as the API's body.
 *
 * @throws DomainError `validation_error` with every fault, as the API reports them
 */
export function checkedBody<Name extends keyof Schemas>(name: Name, body: unknown): Schemas[Name] {
  return checked<Schemas[Name]>(contract, name, body);
}

/** The same with a schema of the contract of `/admin/v1`. @throws as `checkedBody` */
export function checkedAdminBody<Name extends keyof AdminSchemas>(name: Name, body: unknown): AdminSchemas[Name] {
  return checked<AdminSchemas[Name]>(adminContract, name, body);
}

function checked<Shape>(asked: Contract, name: string, body: unknown): Shape {
  const validate: ValidateFunction<Shape> | undefined = checkerOf(asked).getSchema(
    `${contractId}#/components/schemas/${name}`,
  );
  if (!validate) throw new TypeError(`the contract has no shape ${name}`);
  if (validate(body)) return body;
  const issues = issuesOf(validate.errors ?? [], asked);
  throw new DomainError('validation_error', 'Há campos que não podem ficar assim.', { issues });
}

function issuesOf(errors: ErrorObject[], asked: Contract): Issue[] {
  return validationIssues(
    errors.map((error) => ({
      path: `/body${error.instancePath}${missingOf(error)}`,
      message: messageOf(error),
      errorCode: `${error.keyword}.openapi.validation`,
    })),
    {},
    asked,
  );
}

/** The message in the wording of the validator of requests, by which the Portuguese sentences are found. */
function messageOf({ keyword, message = '', params }: ErrorObject): string {
  const allowed: unknown = params['allowedValues'];
  return keyword === 'enum' && Array.isArray(allowed) ? `${message}: ${allowed.join(', ')}` : message;
}

/** The path of a missing or unknown field, below the object that has the fault; empty for other faults. */
function missingOf({ keyword, params }: ErrorObject): string {
  const name: unknown =
    keyword === 'required'
      ? params['missingProperty']
      : (params['additionalProperty'] ?? params['unevaluatedProperty']);
  return typeof name === 'string' ? `/${name}` : '';
}
