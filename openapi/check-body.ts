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

/** Read at the first question: whoever asks nothing pays nothing. */
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
 * What somebody sends that comes by no request of the contract, as one of its shapes: a form of the panel means what the API's body means.
 *
 * @throws DomainError `validation_error` with every fault, as the API tells them
 */
export function checkedBody<Name extends keyof Schemas>(name: Name, body: unknown): Schemas[Name] {
  return checked<Schemas[Name]>(contract, name, body);
}

/** The same for a shape of the contract of administration. @throws as `checkedBody` */
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

/** As the validator of requests words it, by which sentences are found. */
function messageOf({ keyword, message = '', params }: ErrorObject): string {
  const allowed: unknown = params['allowedValues'];
  return keyword === 'enum' && Array.isArray(allowed) ? `${message}: ${allowed.join(', ')}` : message;
}

/** What is missing, or should not be there, is a fault of its own place. */
function missingOf({ keyword, params }: ErrorObject): string {
  const name: unknown =
    keyword === 'required'
      ? params['missingProperty']
      : (params['additionalProperty'] ?? params['unevaluatedProperty']);
  return typeof name === 'string' ? `/${name}` : '';
}
